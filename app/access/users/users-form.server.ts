import { z } from "zod";
import { countApiTokensBy } from "~db/queries/api-tokens";
import { formatCount } from "../../format/german";
import { chosen, type PageForms, pageForm } from "../../http/form.server";
import type { AccessServices } from "../access-services";
import { type Author, ROLE_NAMES } from "../identity";
import { createUser, disableUser, enableUser, setRole, setUserPassword } from "./users.server";

const PATH = "/einstellungen/benutzer";

const text = z.string().default("");
const RoleSchema = chosen(
  z.enum(["administrator", "member"]),
  "Das Formular nennt keine Rolle, die es gibt.",
);
const UserSchema = z.object({ userId: text });

export function userForms(services: AccessServices, by: Author): PageForms {
  const done = (text: string) => ({ back: PATH, flash: { text } });
  const withPassword = { hidden: ["password"], field: "password" };
  return {
    create: pageForm({
      ...withPassword,
      schema: z.object({ name: text, role: RoleSchema, password: text }),
      async run(input) {
        const { name } = await createUser(services, input, by);
        return done(`Benutzer „${name}“ ist angelegt (${ROLE_NAMES[input.role]}).`);
      },
    }),
    password: pageForm({
      ...withPassword,
      schema: UserSchema.extend({ password: text }),
      async run({ userId, password }) {
        const name = await setUserPassword(services, userId, password, by);
        return done(`„${name}“ hat ein neues Passwort und ist überall abgemeldet.`);
      },
    }),
    disable: pageForm({
      schema: UserSchema,
      async run({ userId }) {
        const name = await disableUser(services, userId, by);
        const tokens = await tokenWords(services, name);
        return done(`„${name}“ ist gesperrt und überall abgemeldet.${tokens}`);
      },
    }),
    enable: pageForm({
      schema: UserSchema,
      async run({ userId }) {
        return done(`„${await enableUser(services, userId, by)}“ kann sich wieder anmelden.`);
      },
    }),
    role: pageForm({
      schema: UserSchema.extend({ role: RoleSchema }),
      async run({ userId, role }) {
        const name = await setRole(services, userId, role, by);
        const tokens = role === "administrator" ? "" : await tokenWords(services, name);
        return done(`„${name}“ ist jetzt ${ROLE_NAMES[role]}.${tokens}`);
      },
    }),
  };
}

/** API tokens outlive their creator's rights. */
async function tokenWords({ db }: AccessServices, name: string): Promise<string> {
  const count = await countApiTokensBy(db, name);
  if (count === 0) return "";
  const [made, last, object] =
    count === 1 ? ["den", "gilt", "lässt er"] : ["die", "gelten", "lassen sie"];
  return ` ${formatCount(count, "API-Token", "API-Tokens")}, ${made} ${name} angelegt hat, ${last} weiter. Widerrufen ${object} sich unter „API-Tokens“.`;
}
