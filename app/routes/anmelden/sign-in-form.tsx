import { Form } from "@remix-run/react";
import { Field, PasswordField } from "~/components/field";
import { Notice } from "~/components/notice";
import type { FieldReply } from "~/http/form-reply";

/** Name and password. What was typed as a password never comes back. */
export function SignInForm({
  path,
  reply,
}: {
  /** The page to go on to. */
  path: string;
  reply: FieldReply | undefined;
}) {
  const name = reply?.values.name ?? "";
  return (
    // A new document: the page before it knew nothing of whoever comes in.
    <Form method="post" action="/anmelden" reloadDocument className="mt-4">
      <Notice tone="bad" className="mb-4">
        {reply?.errors.password}
      </Notice>
      <input type="hidden" name="weiter" value={reply?.values.weiter ?? path} />
      <Field
        id="name"
        name="name"
        label="Name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        defaultValue={name}
        autoFocus={name === ""}
        error={reply?.errors.name}
        required
      />
      <PasswordField
        id="password"
        name="password"
        label="Passwort"
        className="mt-3"
        autoComplete="current-password"
        autoFocus={name !== ""}
      />
      <button type="submit" className="button button-primary mt-4 w-full">
        Anmelden
      </button>
    </Form>
  );
}

/** Shown while nobody has a password. */
export function StartLinkHint({ isLinkSpent }: { isLinkSpent: boolean }) {
  return (
    <>
      <p className="mt-3 text-muted">
        Noch hat niemand ein Passwort. Herein führt der Link, den der Server bei seinem Start
        ausgibt. Er gilt 30 Minuten und nur einmal.
      </p>
      {isLinkSpent ? null : (
        <>
          <p className="mt-3 text-muted">Einen neuen Link gibt dieser Befehl auf dem Server aus:</p>
          <pre className="command mt-2">npm run login-link</pre>
        </>
      )}
      <p className="mt-3 text-muted">
        Ein Passwort lässt sich danach unter „Einstellungen“ → „Mein Konto“ festlegen.
      </p>
    </>
  );
}

/** For a start link that was used before, is too old or never was one. */
export function SpentLink() {
  return (
    <Notice className="mt-3">
      Dieser Link wurde schon benutzt oder ist abgelaufen. Einen neuen gibt auf dem Server{" "}
      <code className="whitespace-nowrap">npm run login-link</code> aus.
    </Notice>
  );
}
