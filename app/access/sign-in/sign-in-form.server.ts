import { safePath } from "../../http/safe-redirect";
import { formText } from "../../text/form-text";
import type { AccessServices } from "../access-services";
import type { FieldErrors } from "../field-errors";
import { signIn, type Visitor } from "./sign-in.server";

/** What the page of the login shows again; the password is not among it. */
export interface SignInFault {
  errors: FieldErrors<"name" | "password">;
  typed: { name: string };
  /** Where to go after signing in. */
  path: string;
  /** Set where the answer is a 429. */
  retryAfterSeconds: number | null;
}

type SignInOutcome = { cookieValue: string; path: string } | { fault: SignInFault };

/** Where it goes on when nothing else was wanted. */
const HOME = "/suche";
/** Longer than any name. */
const MAX_TYPED = 100;

/** Where somebody wanted to go before the login; a path of this server that is not the login itself. */
export function pathAfterSignIn(value: FormDataEntryValue | null): string {
  const path = safePath(value, HOME);
  return /^\/anmelden(?:[/?]|$)/.test(path) ? HOME : path;
}

/** Signs in with what the form of the login brings. */
export async function runSignInForm(
  services: AccessServices,
  form: FormData,
  from: Visitor,
  now: number,
): Promise<SignInOutcome> {
  const name = formText(form, "name").trim();
  const password = formText(form, "password");
  const path = pathAfterSignIn(form.get("weiter"));
  const fault = (
    errors: SignInFault["errors"],
    retryAfterSeconds: number | null = null,
  ): SignInOutcome => ({
    fault: { errors, typed: { name: name.slice(0, MAX_TYPED) }, path, retryAfterSeconds },
  });
  if (name === "" || password === "") {
    return fault({
      name: name === "" ? "Den Namen eingeben." : undefined,
      password: password === "" ? "Das Passwort eingeben." : undefined,
    });
  }
  const result = await signIn(services, { name, password }, from, now);
  switch (result.kind) {
    case "signed-in":
      return { cookieValue: result.cookieValue, path };
    case "refused":
      return fault({ password: result.message });
    case "wait":
      return fault({ password: result.message }, result.retryAfterSeconds);
  }
}
