import { useNavigation } from "@remix-run/react";
import { Download } from "lucide-react";
import { Figures } from "~/components/figures";
import { Notice } from "~/components/notice";
import { Table } from "~/components/table";
import { formatCount, formatNumber } from "~/format/german";
import type { DryRunView } from "~/imports/import-page.server";
import { ContactCell } from "~/leads/ui/lead-facts";
import { MAPPING_FORM } from "./mapping-form";

type PreviewRow = DryRunView["preview"][number];

const OUTCOMES: Record<PreviewRow["outcome"], { label: string; badge: string }> = {
  fresh: { label: "neu", badge: "badge-good" },
  known: { label: "bereits vorhanden", badge: "" },
  withoutDomain: { label: "ohne Domain", badge: "badge-warn" },
  duplicate: { label: "doppelt", badge: "badge-warn" },
  blocked: { label: "Sperrliste", badge: "badge-warn" },
  faulty: { label: "fehlerhaft", badge: "badge-bad" },
};

export function DryRun({
  id,
  view,
  isChanged,
  problem,
  faultyColumn,
}: {
  id: string;
  view: DryRunView;
  isChanged: boolean;
  problem: string | null | undefined;
  /** The first column whose choice is at fault; it may stand far below. */
  faultyColumn: string | undefined;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const { counts, preview, faults, obstacle } = view;
  const changed = isChanged
    ? "Die Zuordnung hat sich geändert. So sieht der Import jetzt aus; bitte ansehen und dann importieren."
    : null;
  const twice =
    faultyColumn === undefined ? null : "Zwei Spalten haben dasselbe Feld. Geprüft wurde nichts.";
  const notice = twice ?? problem ?? obstacle ?? changed;
  return (
    <section id="pruefung" aria-label="Prüfung" className="mt-4 scroll-mt-4">
      {notice ? (
        <Notice className="mb-4">
          {notice}
          {faultyColumn === undefined ? null : (
            <>
              {" "}
              <a className="underline" href={`#spalte-${faultyColumn}`}>
                Zur Spalte
              </a>
            </>
          )}
        </Notice>
      ) : null}
      <div className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
        <Figures items={countItems(counts)} />
        {obstacle === null ? (
          <button
            type="submit"
            form={MAPPING_FORM}
            name="intent"
            value="start"
            className="button button-primary"
            disabled={isSending}
          >
            {formatCount(counts.fresh + counts.known, "Lead", "Leads")} importieren
          </button>
        ) : null}
      </div>
      {faults.length > 0 ? <Faults id={id} view={view} /> : null}
      {preview.length > 0 ? <Preview rows={preview} /> : null}
    </section>
  );
}

function countItems(counts: DryRunView["counts"]) {
  return [
    { label: "neu", value: counts.fresh, className: "text-good" },
    { label: "bereits vorhanden", value: counts.known },
    { label: "ohne Domain", value: counts.withoutDomain, className: "text-warn" },
    { label: "doppelt in der Datei", value: counts.duplicate, className: "text-warn" },
    { label: "auf der Sperrliste", value: counts.blocked, className: "text-warn" },
    { label: "fehlerhaft", value: counts.faulty, className: "text-bad" },
  ].map((item) => (item.value > 0 ? item : { ...item, className: "text-muted" }));
}

function Faults({ id, view: { faults, counts } }: { id: string; view: DryRunView }) {
  const total = counts.faulty;
  return (
    <section className="mt-6" aria-label="Fehlerhafte Zeilen">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2>{formatCount(total, "fehlerhafte Zeile", "fehlerhafte Zeilen")}</h2>
          <p className="text-[13px] text-muted">
            Sie werden nicht importiert. Herunterladen, ausbessern und wieder hochladen.
          </p>
        </div>
        <a className="button" href={`/leadspeicher/import/${id}/fehler`} download>
          <Download size={16} aria-hidden />
          Fehlerhafte Zeilen als Excel
        </a>
      </div>
      <ul className="card mt-2 max-h-80 divide-y divide-line overflow-y-auto">
        {faults.map(({ line, messages }) => (
          <li key={line} className="flex gap-3 px-3 py-2 text-[13px]">
            <span className="w-20 shrink-0 text-muted tabular-nums">
              Zeile {formatNumber(line)}
            </span>
            <span className="min-w-0 break-words">{messages.join("; ")}</span>
          </li>
        ))}
      </ul>
      {total > faults.length ? (
        <p className="mt-1 text-[13px] text-muted">
          Die ersten {formatNumber(faults.length)} von {formatNumber(total)}; die Excel-Datei hat
          alle.
        </p>
      ) : null}
    </section>
  );
}

function Preview({ rows }: { rows: readonly PreviewRow[] }) {
  return (
    <section className="mt-6">
      <h2>Vorschau</h2>
      <Table
        caption="Die ersten Zeilen, wie sie gespeichert werden"
        columns={["Firma", "Ort", "Kontakt", "Tags", "Stand"]}
        className="mt-2"
      >
        {rows.map(({ line, outcome, companyName, domain, city, email, phone, tags }) => (
          <tr key={line}>
            <td className="md:max-w-[280px]">
              <span className="block truncate font-medium">{companyName ?? domain ?? "–"}</span>
              <span className="block truncate text-[13px] text-muted">{domain ?? "–"}</span>
            </td>
            <td className="only-wide whitespace-nowrap">{city}</td>
            <ContactCell email={email} phone={phone} className="md:max-w-[250px]" />
            <td className="only-wide">
              <span className="flex flex-wrap gap-1">
                {tags.map((tag) => (
                  <span key={tag} className="badge">
                    {tag}
                  </span>
                ))}
              </span>
            </td>
            <td className="whitespace-nowrap text-right md:text-left">
              <span className={`badge ${OUTCOMES[outcome].badge}`}>{OUTCOMES[outcome].label}</span>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
