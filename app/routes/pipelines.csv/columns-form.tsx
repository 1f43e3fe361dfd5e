import { Search } from "lucide-react";
import { Choice, FieldError, PostForm, plainOptions, StartButton } from "~/components/field";
import { Figures } from "~/components/figures";
import { LinkButton } from "~/components/page";
import { formatCount } from "~/format/german";
import { CostLine } from "~/jobs/ui/cost-line";
import type { ContactsDraft } from "~/pipelines/contacts/start-contacts.server";
import { CategoryChoice, type StepProps } from "./upload-form";

const COLUMN_CHOICES = [
  { id: "domain-spalte", name: "domainColumn", label: "Spalte mit Domain oder Website" },
  { id: "firmen-spalte", name: "companyColumn", label: "Spalte mit dem Firmennamen" },
];

export function ColumnsForm({
  path,
  draft: { id, fileName, header, preview, domainColumn, companyColumn, counts },
  category,
  categoryError,
  sent,
  error,
}: StepProps & {
  draft: ContactsDraft;
  /** The choices of a refused form. */
  sent: Record<string, string> | undefined;
}) {
  // A refused form returns to the choices that were checked last.
  const chosen: Record<string, string> = {
    domainColumn: domainColumn ?? "",
    companyColumn: companyColumn ?? "",
  };
  const checked = new URLSearchParams({ liste: id, category, ...chosen });
  const calls = counts.withDomain + counts.byName;
  const facts = [
    { label: "mit Domain", value: counts.withDomain },
    { label: "nur mit Name", value: counts.byName },
    { label: "ohne beides", value: counts.unnamed },
    { label: "doppelt", value: counts.duplicates },
  ];
  return (
    <PostForm fields={{ liste: id }} action={`${path}?${checked}`} className="card p-4" noValidate>
      <h2 className="break-words">{fileName}</h2>
      <p className="text-[13px] text-muted">{formatCount(counts.rows, "Zeile", "Zeilen")}</p>
      <div className="mt-3 grid max-w-[720px] gap-3 md:grid-cols-3">
        {COLUMN_CHOICES.map((choice) => (
          <Choice
            {...choice}
            key={choice.name}
            options={plainOptions(header, "keine")}
            value={(sent ?? chosen)[choice.name] ?? ""}
            error={error}
            errorId="spalten-fehler"
          />
        ))}
        <CategoryChoice value={category} error={categoryError} />
      </div>
      <FieldError id="spalten-fehler" role="alert">
        {error}
      </FieldError>
      <Figures className="mt-4" items={facts} />
      <CostLine key={calls} kind="contacts" count={calls} />
      <div className="mt-4 flex flex-wrap gap-2">
        <StartButton
          intent="start"
          icon={Search}
          label="Suche starten"
          className="button button-primary"
          disabled={calls === 0}
        />
        <button type="submit" formMethod="get" className="button">
          Zuordnung prüfen
        </button>
        <LinkButton to={path} label="Andere Datei" />
      </div>
      <section className="mt-4 overflow-x-auto" aria-label="Vorschau" tabIndex={-1}>
        <table className="table">
          <caption className="sr-only">Die ersten Zeilen der Datei</caption>
          <thead>
            <tr>
              {header.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={`whitespace-nowrap ${[domainColumn, companyColumn].includes(column) ? "text-accent" : ""}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are known by their place alone
              <tr key={line}>
                {row.map((cell, column) => (
                  <td key={header[column]} className="max-w-[220px] truncate whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PostForm>
  );
}
