import type { FetcherWithComponents } from "@remix-run/react";
import { useState } from "react";
import { Choice, errorProps, Field, FieldError, IntentButton, PostForm } from "~/components/field";
import { RowTable } from "~/components/table";
import type { ImportDraft } from "~/imports/import-page.server";
import { IMPORT_FIELDS, type Mapping } from "~/reading/tables/fields";

/** The form's id, for the start button outside it, which sends the same choices. */
export const MAPPING_FORM = "zuordnung";

const FIELD_OPTIONS = Object.entries(IMPORT_FIELDS);

/** Says where the table is; the list is read again at each choice. */
export function PlaceForm({ intent, button, value, ...choice }: ImportDraft["places"][number]) {
  // A constant value keeps the control, and its focus, after a choice.
  const [first] = useState(value);
  return (
    <PostForm
      className="flex min-w-0 flex-wrap items-end gap-3"
      preventScrollReset
      replace
      onChange={({ currentTarget: form }) => form.requestSubmit(form.querySelector("button"))}
    >
      <Choice
        {...choice}
        name="stelle"
        className="min-w-0 max-w-full sm:max-w-[560px]"
        value={first}
      />
      <IntentButton intent={intent} label={button} className="only-no-js button" />
    </PostForm>
  );
}

interface MappingFormProps {
  checker: FetcherWithComponents<unknown>;
  columns: ImportDraft["columns"];
  mapping: Mapping;
  tag: string | null;
  errors: Record<string, string>;
}

/** With JavaScript each change is checked at once without navigation, so the focus stays. */
export function MappingForm({ checker, columns, mapping, tag, errors }: MappingFormProps) {
  const check = (form: HTMLFormElement) => {
    const data = new FormData(form);
    data.set("intent", "check");
    data.set("stay", "1");
    checker.submit(data, { method: "post" });
  };
  return (
    <checker.Form
      method="post"
      id={MAPPING_FORM}
      className="mt-6"
      preventScrollReset
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) check(currentTarget);
      }}
      onBlur={({ target, currentTarget }) => {
        if (target instanceof HTMLInputElement && target.value !== (tag ?? ""))
          check(currentTarget);
      }}
    >
      <h2>Zuordnung der Spalten</h2>
      <p className="text-[13px] text-muted">
        Nicht übernommene Spalten werden aufbewahrt, aber nicht gezeigt. Ansprechperson, Straße,
        Ort, Telefon und weitere E-Mails dürfen aus mehreren Spalten kommen.
      </p>
      <RowTable
        caption="Spalten der Datei und ihre Felder"
        columns={["Spalte der Datei", "Feld im Leadspeicher", "Beispiele"]}
        className="mt-2"
        rows={columns.map((column, index) => ({ ...column, index }))}
        keyOf={({ name }) => name}
      >
        {({ name, samples, hint, index }) => {
          const id = `spalte-${index}`;
          const field = mapping[index] ?? null;
          return (
            <>
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
                  {...errorProps(errors[index], `${id}-fehler`)}
                >
                  <option value="">nicht übernehmen</option>
                  {FIELD_OPTIONS.map(([value, label]) =>
                    // Pages show no status; only older imports have one.
                    value === "status" && field !== "status" ? null : (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ),
                  )}
                </select>
                <FieldError id={`${id}-fehler`}>{errors[index]}</FieldError>
                {hint && <p className="mt-1 text-[13px] text-muted">{hint}</p>}
              </td>
              <td className="col-span-2 text-[13px] text-muted">
                <span className="line-clamp-2 break-words">
                  {samples.length === 0 ? "leer" : samples.join(" · ")}
                </span>
              </td>
            </>
          );
        }}
      </RowTable>
      <Field
        id="tag"
        name="tag"
        label="Alle mit Tag versehen (optional)"
        className="mt-3 w-fit"
        defaultValue={tag ?? ""}
        error={errors.tag}
        autoComplete="off"
      />
    </checker.Form>
  );
}
