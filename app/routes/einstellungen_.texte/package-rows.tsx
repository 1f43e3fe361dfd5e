import { Plus, Trash2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Field, FieldError, IntentButton, TextArea } from "~/components/field";
import { MAX_PACKAGE_NAME, MAX_PACKAGE_TEXT, MAX_PACKAGES } from "~/settings/team-settings";
import type { TeamTexts } from "~/settings/team-settings-input";

type Packages = TeamTexts["offer"]["packages"];

/** `key` is the place in which a package was sent; a new row has a higher one. */
type Row = Packages[number] & { key: number };

/** The packages, in the team's order. Rows come and go without the server where there is JavaScript. */
export function PackageRows({
  packages,
  errors,
}: {
  packages: Packages;
  errors: Record<string, string>;
}) {
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
    <section className="mt-6" aria-labelledby="pakete-titel">
      <h2 id="pakete-titel">Angebotspakete</h2>
      <p className="text-muted">
        Jedem Lead wird das Paket zugeordnet, das am besten passt. Beschreiben, für wen es ist.
      </p>
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
                className="icon-button absolute top-7 right-0"
                title={`Paket ${index + 1} entfernen`}
                aria-label={`Paket ${index + 1} entfernen`}
                onClick={(event) => remove(event, row.key)}
              >
                <Trash2 size={16} aria-hidden />
              </IntentButton>
            </li>
          ))}
        </ol>
        <IntentButton
          intent="add"
          className="button mt-3"
          disabled={rows.length >= MAX_PACKAGES}
          onClick={add}
        >
          <Plus size={16} aria-hidden />
          Paket hinzufügen
        </IntentButton>
        {rows.length < MAX_PACKAGES ? null : (
          <p className="mt-2 text-[13px] text-muted">Mehr als {MAX_PACKAGES} Pakete gehen nicht.</p>
        )}
      </div>
    </section>
  );
}
