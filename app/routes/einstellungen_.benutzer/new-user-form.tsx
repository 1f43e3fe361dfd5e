import { Form } from "@remix-run/react";
import { ROLE_NAMES, type Role } from "~/access/identity";
import { Choice, Field } from "~/components/field";
import type { FieldReply } from "~/http/form-reply";

const ROLES: readonly Role[] = ["member", "administrator"];

/** Makes a user. After a fault everything typed is there again but the password. */
export function NewUserForm({ reply }: { reply: FieldReply | undefined }) {
  return (
    <section className="mt-8" aria-labelledby="neu-titel">
      <h2 id="neu-titel">Neuer Benutzer</h2>
      <p className="text-muted">
        Das Passwort hier festlegen und weitergeben. Unter „Mein Konto“ lässt es sich danach ändern.
      </p>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            id="neu-name"
            name="name"
            label="Name"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            defaultValue={reply?.values.name ?? ""}
            error={reply?.errors.name}
            required
          />
          <Choice
            id="neu-role"
            name="role"
            label="Rolle"
            value={reply?.values.role ?? "member"}
            options={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
          />
          <Field
            id="neu-password"
            name="password"
            type="password"
            label="Passwort (12 bis 128 Zeichen)"
            autoComplete="new-password"
            maxLength={1_000}
            error={reply?.errors.password}
            required
          />
        </div>
        <p className="mt-3 text-[13px] text-muted">
          Mitglieder arbeiten mit Suche und Leads. Administratoren verwalten dazu Dienste, Benutzer
          und API-Tokens.
        </p>
        <button type="submit" name="intent" value="create" className="button button-primary mt-3">
          Benutzer anlegen
        </button>
      </Form>
    </section>
  );
}
