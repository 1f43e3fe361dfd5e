import { Form } from "@remix-run/react";
import { FieldError, faultProps } from "~/components/field";

/** The notice about the source's terms, which somebody confirms once for the team. */
export function TermsForm({ notice, error }: { notice: string; error: string | undefined }) {
  return (
    <Form method="post" id="hinweis" className="card mb-4 max-w-[720px] p-4" noValidate>
      <h2>Vor der ersten Profilsuche</h2>
      <p className="mt-1">{notice}</p>
      <label className="mt-3 flex items-start gap-2">
        <input
          type="checkbox"
          name="confirmed"
          className="mt-1"
          {...faultProps(error, "hinweis-fehler")}
        />
        <span>Die Nutzungsbedingungen der Quelle einzuhalten ist unsere Sache.</span>
      </label>
      <FieldError id="hinweis-fehler" role="alert">
        {error}
      </FieldError>
      <button type="submit" name="intent" value="confirm" className="button button-primary mt-3">
        Bestätigen
      </button>
    </Form>
  );
}
