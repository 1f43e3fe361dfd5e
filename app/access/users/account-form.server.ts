import { z } from "zod";
import type { Flash } from "../../http/flash.server";
import { isRefusal, Refusal } from "../../refusal";
import { formText } from "../../text/form-text";
import type { AccessServices } from "../access-services";
import type { FieldErrors } from "../field-errors";
import type { SessionIdentity } from "../identity";
import { closeOtherSessions, closeSession, listSessions } from "../sign-in/sessions.server";
import { changeOwnPassword, type PasswordField } from "./account.server";

/** What is wrong with a change of the password; nothing of it is shown again. */
export interface AccountFault {
  errors: FieldErrors<PasswordField>;
}

type AccountOutcome = { flash: Flash } | { fault: AccountFault };

const Intent = z.enum(["password", "end-session", "end-others"]);

function endedWords(ended: number): string {
  if (ended === 0) return "Andere Sitzungen gibt es nicht.";
  return ended === 1
    ? "Eine andere Sitzung ist beendet."
    : `${ended} andere Sitzungen sind beendet.`;
}

/**
 * Does what a button of one's own account page asks for.
 *
 * @throws Refusal 400 where the form names no action
 */
export async function runAccountForm(
  services: AccessServices,
  form: FormData,
  { identity, now }: { identity: SessionIdentity; now: number },
): Promise<AccountOutcome> {
  switch (Intent.safeParse(form.get("intent")).data) {
    case "password":
      return changePassword(services, form, identity, now);
    case "end-session": {
      const hash = formText(form, "session");
      const own = await listSessions(services, identity.userId, now);
      if (!own.some((session) => session.hash === hash)) {
        return { flash: { tone: "warn", text: "Diese Sitzung ist schon beendet." } };
      }
      await closeSession(services, hash);
      return { flash: { text: "Die Sitzung ist beendet." } };
    }
    case "end-others": {
      const ended = await closeOtherSessions(services, identity.userId, identity.sessionHash);
      return { flash: { text: endedWords(ended) } };
    }
    default:
      throw new Refusal(400, "Das Formular nennt keine Aktion, die es gibt.");
  }
}

async function changePassword(
  services: AccessServices,
  form: FormData,
  identity: SessionIdentity,
  now: number,
): Promise<AccountOutcome> {
  const input = {
    current: formText(form, "current"),
    next: formText(form, "next"),
    repeated: formText(form, "repeated"),
  };
  try {
    const { ended, isFirst } = await changeOwnPassword(services, identity, input, now);
    const changed = isFirst
      ? "Das Passwort ist festgelegt. Ab dem nächsten Start meldet man sich damit an."
      : "Das neue Passwort gilt ab jetzt.";
    return { flash: { text: ended === 0 ? changed : `${changed} ${endedWords(ended)}` } };
  } catch (error) {
    if (isRefusal(error, 422)) return { fault: { errors: error.fieldErrors } };
    // The present password is not always asked for; the new one is.
    if (isRefusal(error, 429)) return { fault: { errors: { next: error.message } } };
    throw error;
  }
}
