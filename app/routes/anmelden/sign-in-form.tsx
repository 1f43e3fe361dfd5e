import { Form } from "@remix-run/react";
import { Field } from "~/components/field";
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
      <Field
        id="password"
        name="password"
        type="password"
        label="Passwort"
        className="mt-3"
        autoComplete="current-password"
        maxLength={1_000}
        autoFocus={name !== ""}
        required
      />
      <button type="submit" className="button button-primary mt-4 w-full">
        Anmelden
      </button>
    </Form>
  );
}
