import { Plus, Trash2 } from "lucide-react";
import { type ComponentProps, type MouseEvent, useState } from "react";
import { Section } from "~/components/card";
import { Field, FieldError, IntentButton, PostForm, TextArea } from "~/components/field";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import {
  MAX_PACKAGE_NAME,
  MAX_PACKAGE_TEXT,
  MAX_PACKAGES,
  MAX_SELLS,
  MAX_SENDER_TEXT,
} from "~/settings/team-settings";
import type { LastChange } from "~/settings/team-settings-form.server";
import type { TeamTexts } from "~/settings/team-settings-input";

type SenderField = Pick<ComponentProps<"input">, "type" | "autoComplete" | "inputMode"> & {
  field: keyof TeamTexts["sender"];
  label: string;
};

const SENDER: readonly SenderField[] = [
  { field: "name", label: "Name", autoComplete: "name" },
  { field: "position", label: "Position", autoComplete: "organization-title" },
  { field: "company", label: "Firma", autoComplete: "organization" },
  { field: "email", label: "E-Mail", autoComplete: "email", inputMode: "email" },
  { field: "phone", label: "Telefon", autoComplete: "tel", type: "tel" },
  { field: "website", label: "Website", autoComplete: "url", inputMode: "url" },
];

const senderName = (field: string) => `sender${field.charAt(0).toUpperCase()}${field.slice(1)}`;

interface TextsFormProps {
  texts: TeamTexts;
  /** By the path of the field: `offer.packages.0.name`. */
  errors: Record<string, string>;
  /** The last save, where another person made it meanwhile. */
  conflict: LastChange | null;
  /** The state that the form was shown with. */
  seen: string;
}

/** Offer and sender in one form, so that saving one never loses the other. */
export function TextsForm({ texts, errors, conflict, seen }: TextsFormProps) {
  return (
    <PostForm fields={{ seen }} reloadDocument noValidate>
      {/* The Enter key presses the first button of a form, which must not be one that removes a package. */}
      <IntentButton intent="save" className="sr-only" tabIndex={-1} aria-hidden label="Speichern" />
      {conflict === null ? null : (
        <Notice className="mt-4">
          {conflict.updatedBy} hat die Texte inzwischen geändert (
          <Time iso={conflict.updatedAt} />
          ). Unten steht Ihre Fassung, sie ist noch nicht gespeichert. „Speichern“ ersetzt die
          andere;{" "}
          <a className="underline" href="/einstellungen/texte">
            die andere ansehen
          </a>
          .
        </Notice>
      )}
      <Section
        title="Was das Team verkauft"
        text="Daran misst das Sprachmodell, wie gut ein Lead passt, und daraus schreibt es E-Mails."
      >
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
      </Section>
      <PackageRows packages={texts.offer.packages} errors={errors} />
      <Section
        title="Absender"
        text="Steht unter jeder entworfenen E-Mail. Was leer ist, wird weggelassen."
      >
        <div className="card mt-2 grid gap-3 p-4 sm:grid-cols-2">
          {SENDER.map(({ field, ...input }) => (
            <Field
              {...input}
              key={field}
              id={senderName(field)}
              name={senderName(field)}
              maxLength={2 * MAX_SENDER_TEXT}
              defaultValue={texts.sender[field]}
              error={errors[`sender.${field}`]}
            />
          ))}
        </div>
      </Section>
      <IntentButton intent="save" label="Speichern" className="button button-primary mt-6" />
    </PostForm>
  );
}

type Packages = TeamTexts["offer"]["packages"];

/** `key` is the place in which a package was sent; a new row has a higher one. */
type Row = Packages[number] & { key: number };

/** The packages, in the team's order. Rows come and go without the server where there is JavaScript. */
function PackageRows({ packages, errors }: { packages: Packages; errors: Record<string, string> }) {
  const [rows, setRows] = useState<Row[]>(() => packages.map((row, key) => ({ ...row, key })));
  const [nextKey, setNextKey] = useState(packages.length);
  const add = (event: MouseEvent) => {
    event.preventDefault();
    setRows([...rows, { key: nextKey, name: "", description: "" }]);
    setNextKey(nextKey + 1);
  };
  const remove = (event: MouseEvent, key: number) => {
    event.preventDefault();
    setRows(rows.filter((row) => row.key !== key));
  };
  return (
    <Section
      title="Angebotspakete"
      text="Jedem Lead wird das Paket zugeordnet, das am besten passt. Beschreiben, für wen es ist."
    >
      <div className="card mt-2 p-4">
        <FieldError className="mb-3" role="alert">
          {errors["offer.packages"]}
        </FieldError>
        <ol className="space-y-4 divide-y divide-line">
          {rows.map((row, index) => (
            <li key={row.key} className="relative grid gap-2 pb-4 last:pb-0">
              <Field
                id={`paket-${row.key}-name`}
                name="packageName"
                label={`Paket ${index + 1}: Name`}
                autoComplete="off"
                maxLength={2 * MAX_PACKAGE_NAME}
                defaultValue={row.name}
                error={errors[`offer.packages.${row.key}.name`]}
                className="pr-9"
              />
              <TextArea
                id={`paket-${row.key}-text`}
                name="packageDescription"
                label={`Paket ${index + 1}: Für wen und was`}
                rows={2}
                maxLength={2 * MAX_PACKAGE_TEXT}
                defaultValue={row.description}
                error={errors[`offer.packages.${row.key}.description`]}
              />
              <IntentButton
                intent={`remove:${index}`}
                icon={Trash2}
                className="icon-button absolute top-7 right-0"
                title={`Paket ${index + 1} entfernen`}
                aria-label={`Paket ${index + 1} entfernen`}
                onClick={(event) => remove(event, row.key)}
              />
            </li>
          ))}
        </ol>
        <IntentButton
          intent="add"
          icon={Plus}
          label="Paket hinzufügen"
          className="button mt-3"
          disabled={rows.length >= MAX_PACKAGES}
          onClick={add}
        />
        {rows.length < MAX_PACKAGES ? null : (
          <p className="mt-2 text-[13px] text-muted">Mehr als {MAX_PACKAGES} Pakete gehen nicht.</p>
        )}
      </div>
    </Section>
  );
}
