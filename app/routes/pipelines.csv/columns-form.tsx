import { Form, Link, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { formatCount, formatNumber } from "~/format/german";
import type { ContactsDraft } from "~/pipelines/contacts/start-contacts-file.server";
import { CategoryChoice } from "./category-choice";

/** The second step: which columns name the company, what the list holds, and what the search would ask for. */
export function ColumnsForm({
  path,
  draft: { id, fileName, header, preview, domainColumn, companyColumn, counts },
  category,
  sent,
  fault,
}: {
  path: string;
  draft: ContactsDraft;
  category: string;
  /** What a refused form chose. */
  sent: { domainColumn: string; companyColumn: string } | undefined;
  fault: { columns?: string; category?: string };
}) {
  const isSending = useNavigation().formMethod === "POST";
  // A refused form comes back to what was checked last.
  const checked = new URLSearchParams({
    liste: id,
    category,
    domainColumn: domainColumn ?? "",
    companyColumn: companyColumn ?? "",
  });
  const calls = counts.withDomain + counts.byName;
  const facts = [
    { label: "mit Domain", value: counts.withDomain },
    { label: "nur mit Name", value: counts.byName },
    { label: "ohne beides", value: counts.without },
    { label: "doppelt", value: counts.doubles },
  ];
  return (
    <Form method="post" action={`${path}?${checked}`} className="card p-4" noValidate>
      <input type="hidden" name="liste" value={id} />
      <h2 className="break-words">{fileName}</h2>
      <p className="text-[13px] text-muted">{formatCount(counts.rows, "Zeile", "Zeilen")}</p>
      <div className="mt-3 grid max-w-[720px] gap-3 md:grid-cols-3">
        <ColumnChoice
          id="domain-spalte"
          name="domainColumn"
          label="Spalte mit Domain oder Website"
          header={header}
          chosen={sent?.domainColumn ?? domainColumn}
          hasFault={fault.columns !== undefined}
        />
        <ColumnChoice
          id="firmen-spalte"
          name="companyColumn"
          label="Spalte mit dem Firmennamen"
          header={header}
          chosen={sent?.companyColumn ?? companyColumn}
          hasFault={fault.columns !== undefined}
        />
        <CategoryChoice category={category} error={fault.category} />
      </div>
      {fault.columns === undefined ? null : (
        <p id="spalten-fehler" className="mt-1 text-[13px] text-bad" role="alert">
          {fault.columns}
        </p>
      )}
      <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dd className="font-semibold text-[15px] tabular-nums">{formatNumber(value)}</dd>
            <dt className="text-[13px] text-muted">{label}</dt>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-[13px] text-muted">
        Das sind höchstens {formatCount(calls, "Aufruf", "Aufrufe")} bei Anymailfinder. Bezahlt wird
        nur, was gefunden wird; was in den letzten 30 Tagen gefragt wurde, kostet nichts.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button
          type="submit"
          name="intent"
          value="start"
          className="button button-primary"
          disabled={isSending || calls === 0}
        >
          <Search size={16} aria-hidden />
          Suche starten
        </button>
        <button type="submit" formMethod="get" className="button">
          Zuordnung prüfen
        </button>
        <Link className="button" to={path}>
          Andere Datei
        </Link>
      </div>
      <Preview header={header} rows={preview} marked={[domainColumn, companyColumn]} />
    </Form>
  );
}

function ColumnChoice({
  id,
  name,
  label,
  header,
  chosen,
  hasFault,
}: {
  id: string;
  name: string;
  label: string;
  header: readonly string[];
  chosen: string | null;
  hasFault: boolean;
}) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-[13px] text-muted">
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={chosen ?? ""}
        key={chosen}
        className="input"
        aria-invalid={hasFault || undefined}
        aria-describedby={hasFault ? "spalten-fehler" : undefined}
      >
        <option value="">keine</option>
        {header.map((column) => (
          <option key={column} value={column}>
            {column}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The first rows of the file, with the chosen columns marked. */
function Preview({
  header,
  rows,
  marked,
}: {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  marked: readonly (string | null)[];
}) {
  return (
    <section className="mt-4 overflow-x-auto" aria-label="Vorschau" tabIndex={-1}>
      <table className="table">
        <caption className="sr-only">Die ersten Zeilen der Datei</caption>
        <thead>
          <tr>
            {header.map((column) => (
              <th
                key={column}
                scope="col"
                className={`whitespace-nowrap ${marked.includes(column) ? "text-accent" : ""}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
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
  );
}
