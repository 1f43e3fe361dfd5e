import { Form } from "@remix-run/react";
import { Choice, Field, FieldError, faultProps, StartButton } from "~/components/field";
import { Table } from "~/components/table";
import type { ColumnView, DraftHeader } from "~/imports/import-page.server";
import { IMPORT_FIELDS, type Mapping } from "~/tables/fields";

/** The form's id: the button that starts the import stands elsewhere, and sends the same choices. */
export const MAPPING_FORM = "zuordnung";

const FIELD_OPTIONS = Object.entries(IMPORT_FIELDS);

/** Which line of the file names the columns. */
export function HeaderForm({ line, choices }: DraftHeader) {
  const options = choices.map((choice) => ({
    value: String(choice.line),
    label: `Zeile ${choice.line}: ${choice.text}`,
  }));
  return (
    <Form method="post" className="mt-6 flex flex-wrap items-end gap-3" preventScrollReset>
      <div className="min-w-0 max-w-full sm:max-w-[560px]">
        <Choice
          id="kopfzeile"
          name="kopfzeile"
          label="Kopfzeile"
          value={String(line)}
          options={[...options, { value: "0", label: "keine: jede Zeile ist eine Firma" }]}
        />
      </div>
      <StartButton intent="header">Als Kopfzeile verwenden</StartButton>
    </Form>
  );
}

export function MappingForm({
  columns,
  mapping,
  tag,
  errors,
}: {
  columns: readonly ColumnView[];
  mapping: Mapping;
  tag: string | null;
  errors: Record<string, string>;
}) {
  return (
    <Form
      method="post"
      id={MAPPING_FORM}
      className="mt-6"
      // Choices follow what the server says after each check.
      key={JSON.stringify([mapping, tag])}
      preventScrollReset
    >
      <h2>Zuordnung der Spalten</h2>
      <p className="text-[13px] text-muted">
        Was nicht übernommen wird, bleibt beim Lead als Quelle nachlesbar. Ansprechperson, Straße
        und weitere E-Mails dürfen aus mehreren Spalten kommen.
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
                  {FIELD_OPTIONS.map(([value, label]) =>
                    // Pages show no status; only files of before have one.
                    value === "status" && field !== "status" ? null : (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ),
                  )}
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
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Field
          id="tag"
          name="tag"
          label="Alle mit Tag versehen (freiwillig)"
          defaultValue={tag ?? ""}
          error={errors.tag}
          autoComplete="off"
        />
        <StartButton intent="check">Zuordnung prüfen</StartButton>
      </div>
    </Form>
  );
}
