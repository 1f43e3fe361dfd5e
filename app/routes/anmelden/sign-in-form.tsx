import { Form } from "@remix-run/react";
import type { SignInFault } from "~/access/sign-in/sign-in-form.server";
import { Field } from "~/components/field";
import { Notice } from "~/components/notice";

/** Name and password. What was typed as a password never comes back. */
export function SignInForm({
  path,
  fault,
}: {
  /** The page to go on to. */
  path: string;
  fault: SignInFault | undefined;
}) {
  const name = fault?.typed.name ?? "";
  return (
    // A new document: the page before it knew nothing of whoever comes in.
    <Form method="post" action="/anmelden" reloadDocument className="mt-4">
      <Notice tone="bad" className="mb-4">
        {fault?.errors.password}
      </Notice>
      <input type="hidden" name="weiter" value={fault?.path ?? path} />
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
        error={fault?.errors.name}
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
