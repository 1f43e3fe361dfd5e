import { z } from "zod";
import { deleteSession, deleteSessionsOf } from "~db/queries/sessions";
import { type PageForms, pageForm } from "../../http/form.server";
import type { AccessServices } from "../access-services";
import type { SessionIdentity } from "../identity";
import { listSessions } from "../sign-in/sessions.server";
import { changeOwnPassword, changeOwnSignInName } from "./account.server";

const PATH = "/einstellungen/konto";

const text = z.string().default("");
const PasswordSchema = z.object({ current: text, next: text, repeated: text });

function endedWords(ended: number): string {
  if (ended === 0) return "Andere Sitzungen gibt es nicht.";
  return ended === 1
    ? "Eine andere Sitzung ist beendet."
    : `${ended} andere Sitzungen sind beendet.`;
}

export function accountForms(
  services: AccessServices,
  { identity, now }: { identity: SessionIdentity; now: number },
): PageForms {
  return {
    password: pageForm({
      schema: PasswordSchema,
      hidden: Object.keys(PasswordSchema.shape),
      field: "next",
      async run(input) {
        const { ended, isFirst } = await changeOwnPassword(services, identity, input);
        const changed = isFirst
          ? "Das Passwort ist festgelegt. Ab dem nächsten Start meldet man sich damit an."
          : "Das neue Passwort gilt ab jetzt.";
        const text = ended === 0 ? changed : `${changed} ${endedWords(ended)}`;
        return { back: PATH, flash: { text } };
      },
    }),
    "sign-in-name": pageForm({
      schema: z.object({ signInName: text, current: text }),
      hidden: ["current"],
      field: "signInName",
      async run(input) {
        const name = await changeOwnSignInName(services, identity, input);
        return { back: PATH, flash: { text: `Die Anmeldung geht ab jetzt mit „${name}“.` } };
      },
    }),
    "end-session": pageForm({
      schema: z.object({ session: text }),
      async run({ session }) {
        const own = await listSessions(services, identity.userId, now);
        if (!own.some(({ hash }) => hash === session)) {
          return { back: PATH, flash: { tone: "warn", text: "Diese Sitzung ist schon beendet." } };
        }
        await deleteSession(services.db, session);
        return { back: PATH, flash: { text: "Die Sitzung ist beendet." } };
      },
    }),
    "end-others": pageForm({
      schema: z.object({}),
      async run() {
        const { userId, sessionHash } = identity;
        const ended = await deleteSessionsOf(services.db, userId, sessionHash);
        return { back: PATH, flash: { text: endedWords(ended) } };
      },
    }),
  };
}
