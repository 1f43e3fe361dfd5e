import { z } from "zod";
import { countApiTokensBy } from "~db/queries/api-tokens";
import { formatCount } from "../../format/german";
import type { Flash } from "../../http/flash.server";
import { isRefusal, Refusal } from "../../refusal";
import { formText } from "../../text/form-text";
import type { AccessServices } from "../access-services";
import type { Author } from "../author";
import type { FieldErrors } from "../field-errors";
import type { Role } from "../identity";
import {
  createUser,
  disableUser,
  enableUser,
  setRole,
  setUserPassword,
  type UserField,
} from "./users.server";

/** What the page shows again after a form of it was refused; passwords are not among it. */
export type UsersFault =
  /** The form for a new user. */
  | { kind: "create"; errors: FieldErrors<UserField>; typed: { name: string; role: Role } }
  /** A form in the row of a user; `errors.userId` belongs to the row as a whole. */
  | { kind: "user"; userId: string; errors: FieldErrors<UserField> };

type UsersOutcome = { flash: Flash } | { fault: UsersFault };

const Intent = z.enum(["create", "password", "disable", "enable", "role"]);
const RoleSchema = z.enum(["administrator", "member"]);
const ROLE_WORDS: Record<Role, string> = { administrator: "Administrator", member: "Mitglied" };
const MAX_TYPED = 100;

/**
 * Does what a button of the users' page asks for.
 *
 * @throws Refusal 400 where the form names no action or no role that there is
 */
export async function runUsersForm(
  services: AccessServices,
  form: FormData,
  by: Author,
): Promise<UsersOutcome> {
  const { data: intent } = Intent.safeParse(form.get("intent"));
  if (intent === undefined) {
    throw new Refusal(400, "Das Formular nennt keine Aktion, die es gibt.");
  }
  try {
    const text =
      intent === "create"
        ? await create(services, form, by)
        : await change(services, intent, form, by);
    return { flash: { text } };
  } catch (error) {
    return { fault: faultOf(error, intent, form) };
  }
}

function roleOf(form: FormData): Role {
  const { data: role } = RoleSchema.safeParse(form.get("role"));
  if (role === undefined) throw new Refusal(400, "Das Formular nennt keine Rolle, die es gibt.");
  return role;
}

async function create(services: AccessServices, form: FormData, by: Author): Promise<string> {
  const role = roleOf(form);
  const input = { name: formText(form, "name"), role, password: formText(form, "password") };
  const { name } = await createUser(services, input, by);
  return `Benutzer „${name}“ ist angelegt (${ROLE_WORDS[role]}).`;
}

async function change(
  services: AccessServices,
  intent: Exclude<z.infer<typeof Intent>, "create">,
  form: FormData,
  by: Author,
): Promise<string> {
  const userId = formText(form, "userId");
  switch (intent) {
    case "password": {
      const name = await setUserPassword(services, userId, formText(form, "password"), by);
      return `„${name}“ hat ein neues Passwort und ist überall abgemeldet.`;
    }
    case "disable": {
      const name = await disableUser(services, userId, by);
      return `„${name}“ ist gesperrt und überall abgemeldet.${await tokenWords(services, name)}`;
    }
    case "enable":
      return `„${await enableUser(services, userId, by)}“ kann sich wieder anmelden.`;
    case "role": {
      const role = roleOf(form);
      const name = await setRole(services, userId, role, by);
      const tokens = role === "administrator" ? "" : await tokenWords(services, name);
      return `„${name}“ ist jetzt ${ROLE_WORDS[role]}.${tokens}`;
    }
  }
}

/** The tokens of programs that somebody has made outlive what is taken from their maker. */
async function tokenWords({ db }: AccessServices, name: string): Promise<string> {
  const count = await countApiTokensBy(db, name);
  if (count === 0) return "";
  const [made, last, object] =
    count === 1 ? ["den", "gilt", "lässt er"] : ["die", "gelten", "lassen sie"];
  return ` ${formatCount(count, "API-Token", "API-Tokens")}, ${made} ${name} angelegt hat, ${last} weiter. Widerrufen ${object} sich unter „API-Tokens“.`;
}

function errorsOf(error: unknown): FieldErrors<UserField> {
  if (isRefusal(error, 422)) return error.fieldErrors;
  if (isRefusal(error, 429)) return { password: error.message };
  throw error;
}

function faultOf(error: unknown, intent: z.infer<typeof Intent>, form: FormData): UsersFault {
  const errors = errorsOf(error);
  if (intent !== "create") return { kind: "user", userId: formText(form, "userId"), errors };
  const name = formText(form, "name").slice(0, MAX_TYPED);
  return { kind: "create", errors, typed: { name, role: roleOf(form) } };
}
