import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Field, IntentButton, TextArea } from "~/components/field";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { MAX_SELLS, MAX_SENDER_TEXT } from "~/settings/team-settings";
import type { LastChange } from "~/settings/team-settings-form.server";
import type { TeamTexts } from "~/settings/team-settings-input";
import { PackageRows } from "./package-rows";

/** Offer and sender in one form, so that saving one never loses the other. */
export function TextsForm({
  texts,
  errors,
  conflict,
  seen,
}: {
  texts: TeamTexts;
  /** By the path of the field: `offer.packages.0.name`. */
  errors: Record<string, string>;
  /** Somebody else saved meanwhile. */
  conflict: LastChange | null;
  /** The state that the form was shown with. */
  seen: string;
}) {
  return (
    <Form method="post" reloadDocument noValidate>
      {/* The Enter key presses the first button of a form, which must not be one that removes a package. */}
      <button
        type="submit"
        name="intent"
        value="save"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
      >
        Speichern
      </button>
      <input type="hidden" name="seen" value={seen} />
      {conflict === null ? null : (
        <Notice className="mt-4">
          {conflict.updatedBy} hat die Texte inzwischen geändert (
          <Time iso={new Date(conflict.updatedAt).toISOString()} />
          ). Unten steht Ihre Fassung, sie ist noch nicht gespeichert. „Speichern“ ersetzt die
          andere;{" "}
          <a className="underline" href="/einstellungen/texte">
            die andere ansehen
          </a>
          .
        </Notice>
      )}
      <section className="mt-6" aria-labelledby="angebot-titel">
        <h2 id="angebot-titel">Was das Team verkauft</h2>
        <p className="text-muted">
          Daran misst das Sprachmodell, wie gut ein Lead passt, und daraus schreibt es E-Mails.
        </p>
        <div className="card mt-2 p-4">
          <TextArea
            id="sells"
            name="sells"
            label="Angebot in eigenen Worten"
            rows={4}
            maxLength={2 * MAX_SELLS}
            defaultValue={texts.offer.sells}
            error={errors["offer.sells"]}
          />
        </div>
      </section>
      <PackageRows packages={texts.offer.packages} errors={errors} />
      <SenderFields sender={texts.sender} errors={errors} />
      <IntentButton intent="save" className="button button-primary mt-6">
        Speichern
      </IntentButton>
    </Form>
  );
}

type SenderField = keyof TeamTexts["sender"];

const FIELDS: readonly ({ field: SenderField; name: string; label: string } & Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "inputMode"
>)[] = [
  { field: "name", name: "senderName", label: "Name", autoComplete: "name" },
  {
    field: "position",
    name: "senderPosition",
    label: "Position",
    autoComplete: "organization-title",
  },
  { field: "company", name: "senderCompany", label: "Firma", autoComplete: "organization" },
  {
    field: "email",
    name: "senderEmail",
    label: "E-Mail",
    autoComplete: "email",
    inputMode: "email",
  },
  { field: "phone", name: "senderPhone", label: "Telefon", type: "tel", autoComplete: "tel" },
  {
    field: "website",
    name: "senderWebsite",
    label: "Website",
    autoComplete: "url",
    inputMode: "url",
  },
];

/** Empty values are left out of the emails. */
function SenderFields({
  sender,
  errors,
}: {
  sender: TeamTexts["sender"];
  errors: Record<string, string>;
}) {
  return (
    <section className="mt-6" aria-labelledby="absender-titel">
      <h2 id="absender-titel">Absender</h2>
      <p className="text-muted">
        Steht unter jeder entworfenen E-Mail. Was leer ist, wird weggelassen.
      </p>
      <div className="card mt-2 grid gap-3 p-4 sm:grid-cols-2">
        {FIELDS.map(({ field, ...input }) => (
          <Field
            key={field}
            id={input.name}
            {...input}
            maxLength={2 * MAX_SENDER_TEXT}
            defaultValue={sender[field]}
            error={errors[`sender.${field}`]}
          />
        ))}
      </div>
    </section>
  );
}
