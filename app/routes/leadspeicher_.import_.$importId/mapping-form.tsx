import { Form, useNavigation } from "@remix-run/react";
import { FieldError, faultProps, IntentButton } from "~/components/field";
import { Table } from "~/components/table";
import type { ColumnView } from "~/imports/import-page.server";
import { IMPORT_FIELDS, type Mapping } from "~/tables/fields";

/** The form's id: the button that starts the import stands elsewhere, and sends the same choices. */
export const MAPPING_FORM = "zuordnung";

export function MappingForm({
  columns,
  mapping,
  errors,
}: {
  columns: readonly ColumnView[];
  mapping: Mapping;
  errors: Record<string, string>;
}) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form
      method="post"
      id={MAPPING_FORM}
      className="mt-6"
      // Choices follow what the server says after each check.
      key={JSON.stringify(mapping)}
      preventScrollReset
    >
      <h2>Zuordnung der Spalten</h2>
      <p className="text-[13px] text-muted">
        Was nicht übernommen wird, bleibt beim Lead als Quelle nachlesbar.
      </p>
      <Table
        caption="Spalten der Datei und ihre Felder"
        columns={["Spalte der Datei", "Feld im Leadspeicher", "Beispiele"]}
        className="mt-2"
      >
        {columns.map(({ name, samples }, index) => {
          const id = `spalte-${index}`;
          const field = mapping[index] ?? null;
          return (
            <tr key={name}>
              <td className="md:w-[240px]">
                <label htmlFor={id} className="block break-words py-2 font-medium md:py-0">
                  {name}
                </label>
              </td>
              <td className="w-44 md:w-[260px]">
                <select
                  id={id}
                  name={id}
                  defaultValue={field ?? ""}
                  className={`input ${field === null ? "text-muted" : ""}`}
                  {...faultProps(errors[index], `${id}-fehler`)}
                >
                  <option value="">nicht übernehmen</option>
                  {Object.entries(IMPORT_FIELDS).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
                <FieldError id={`${id}-fehler`}>{errors[index]}</FieldError>
              </td>
              <td className="col-span-2 text-[13px] text-muted">
                <span className="line-clamp-2 break-words">
                  {samples.length === 0 ? "leer" : samples.join(" · ")}
                </span>
              </td>
            </tr>
          );
        })}
      </Table>
      <IntentButton intent="check" className="button mt-3" disabled={isSending}>
        Zuordnung prüfen
      </IntentButton>
    </Form>
  );
}
