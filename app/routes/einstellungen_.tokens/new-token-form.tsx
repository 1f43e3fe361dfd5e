import { Form } from "@remix-run/react";
import { Choice, Field } from "~/components/field";
import type { FieldReply } from "~/http/form-reply";
import { SCOPE_NAMES } from "./token-table";

/** Makes a token for one program. */
export function NewTokenForm({ reply }: { reply: FieldReply | undefined }) {
  return (
    <section className="mt-8" aria-labelledby="neu-titel">
      <h2 id="neu-titel">Neuer API-Token</h2>
      <p className="text-muted">Für jedes Programm einen eigenen, benannt nach dem Programm.</p>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            id="neu-name"
            name="name"
            label="Name"
            placeholder="Auswertung"
            autoComplete="off"
            maxLength={200}
            defaultValue={reply?.values.name ?? ""}
            error={reply?.errors.name}
            required
          />
          <Choice
            id="neu-scope"
            name="scope"
            label="Darf"
            value={reply?.values.scope ?? "read"}
            options={Object.entries(SCOPE_NAMES).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <button type="submit" name="intent" value="create" className="button button-primary mt-3">
          API-Token erstellen
        </button>
      </Form>
    </section>
  );
}
