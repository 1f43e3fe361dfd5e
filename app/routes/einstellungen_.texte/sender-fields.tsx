import type { ComponentProps } from "react";
import { Field } from "~/components/field";
import { MAX_SENDER_TEXT } from "~/settings/team-settings";
import type { TeamTexts } from "~/settings/team-settings-input";

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
export function SenderFields({
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
