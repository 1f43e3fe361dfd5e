import { Link } from "@remix-run/react";
import { Download } from "lucide-react";
import { IntentButton, StartButton } from "~/components/field";
import { Notice } from "~/components/notice";
import { LinkButton } from "~/components/page";
import { RowTable } from "~/components/table";
import { formatCount, formatNumber } from "~/format/german";
import type { ImportDraft } from "~/imports/import-page.server";
import { CLASS_WORDS, CLASSES, OUTCOME_WORDS, type RowClass } from "~/imports/row-classes";
import { ContactCell } from "~/leads/ui/lead-facts";
import { MAPPING_FORM } from "./mapping-form";

type DryRunView = ImportDraft["dryRun"];

const WARN = { badge: "badge-warn", text: "text-warn" };
const COLOURS: Partial<Record<string, typeof WARN>> = {
  fresh: { badge: "badge-good", text: "text-good" },
  known: { badge: "", text: "" },
  faulty: { badge: "badge-bad", text: "text-bad" },
};
const coloursOf = (rowClass: string) => COLOURS[rowClass] ?? WARN;

interface DryRunProps {
  id: string;
  view: DryRunView;
  note: string | null;
  isChanged: boolean;
  /** The rows are being checked against the current mapping. */
  isChecking: boolean;
  problem: string | null | undefined;
  /** The first column with a wrong choice, which may be far away on the page. */
  faultyColumn: string | undefined;
}

export function DryRun({ id, view, note, problem, faultyColumn, ...check }: DryRunProps) {
  const { counts, preview, notes, obstacle, rowClass, key } = view;
  const changed = check.isChanged
    ? "Die Zuordnung hat sich geändert. So sieht der Import jetzt aus; bitte ansehen und dann importieren."
    : null;
  const twice =
    faultyColumn === undefined ? null : "Zwei Spalten haben dasselbe Feld. Geprüft wurde nichts.";
  const notice = twice ?? problem ?? obstacle ?? changed;
  return (
    <>
      {/* Stays in view while the user goes through the columns above. */}
      <div className="card z-10 mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 md:sticky md:bottom-0">
        <RowClasses counts={counts} chosen={rowClass} />
        <span className="flex flex-wrap items-center gap-3">
          {/* Enter presses the first button of the form. */}
          <IntentButton
            form={MAPPING_FORM}
            intent="check"
            label="Zuordnung prüfen"
            className="only-no-js button"
          />
          <input type="hidden" form={MAPPING_FORM} name="gezeigt" value={key} />
          {obstacle === null ? (
            <StartButton
              form={MAPPING_FORM}
              intent="start"
              label={startLabel(counts)}
              className="button button-primary"
            />
          ) : null}
          <span className="text-[13px] text-muted empty:hidden" role="status">
            {check.isChecking ? "Wird neu geprüft …" : ""}
          </span>
        </span>
      </div>
      <section id="pruefung" aria-label="Prüfung" className="mt-4 scroll-mt-28">
        {notice && (
          <Notice className="mb-4">
            {notice}{" "}
            {faultyColumn && (
              <a className="underline" href={`#spalte-${faultyColumn}`}>
                Zur Spalte
              </a>
            )}
          </Notice>
        )}
        {[note, ...notes].map((text) => (
          <Notice key={text} tone="hint" className="mb-2">
            {text}
          </Notice>
        ))}
        {preview.length > 0 ? <Preview id={id} view={view} /> : null}
      </section>
    </>
  );
}

/** Names no count if all leads are in the Papierkorb; the results offer to restore them. */
function startLabel({ fresh, known }: DryRunView["counts"]): string {
  if (fresh + known === 0) return "Import starten";
  if (fresh > 0) return `${formatCount(fresh + known, "Lead", "Leads")} importieren`;
  return `0 neue Leads, ${formatCount(known, "bekannten", "bekannte")} ergänzen`;
}

function RowClasses({ counts, chosen }: { counts: DryRunView["counts"]; chosen: RowClass | null }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {CLASSES.map((rowClass) => {
        const count = counts[rowClass];
        const figure = (
          <>
            <span className="font-semibold text-[15px] tabular-nums">{formatNumber(count)}</span>{" "}
            <span className="text-[13px]">{CLASS_WORDS[rowClass]}</span>
          </>
        );
        return (
          <li key={rowClass} className={count === 0 ? "text-muted" : coloursOf(rowClass).text}>
            {count === 0 ? (
              figure
            ) : (
              <Link
                to={`?klasse=${rowClass}#pruefung`}
                aria-current={chosen === rowClass ? "true" : undefined}
                className="underline-offset-4 aria-[current]:underline"
                preventScrollReset
              >
                {figure}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Preview({ id, view }: { id: string; view: DryRunView }) {
  const { preview: rows, rowClass, counts } = view;
  const total = rowClass === null ? counts.rows : counts[rowClass];
  const sentences = [
    rowClass === "faulty" &&
      "Sie werden nicht importiert. Herunterladen, ausbessern und wieder hochladen.",
    rowClass === "dropped" &&
      `${formatCount(counts.droppedValues, "unbrauchbarer Wert wird", "unbrauchbare Werte werden")} ausgelassen.`,
    total > rows.length && `Die ersten ${formatNumber(rows.length)} von ${formatNumber(total)}.`,
  ];
  return (
    <section className="mt-6" aria-label="Zeilen">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2>
            {rowClass === null
              ? "Vorschau"
              : `${formatCount(total, "Zeile", "Zeilen")} ${CLASS_WORDS[rowClass]}`}
          </h2>
          <p className="text-[13px] text-muted">{sentences.filter(Boolean).join(" ")}</p>
        </div>
        {rowClass === null ? null : (
          <span className="flex flex-wrap gap-2">
            <LinkButton to="?#pruefung" label="Alle Zeilen" preventScrollReset />
            <a
              className="button"
              href={`/leadspeicher/import/${id}/zeilen?klasse=${rowClass}`}
              download
            >
              <Download size={16} aria-hidden />
              Diese Zeilen als Excel
            </a>
          </span>
        )}
      </div>
      <RowTable
        caption="Die ersten Zeilen, wie sie gespeichert werden"
        columns={["Firma", "Adresse", "Kontakt", "Personen", "Notizen und Tags", "Stand"]}
        className="mt-2"
        rows={rows}
        keyOf={({ line }) => line}
      >
        {({ line, outcome, fate, domain, email, phone, messages, badges, ...lead }) => (
          <>
            <td className="md:max-w-[280px]">
              <span className="block truncate font-medium">
                {lead.companyName ?? domain ?? "–"}
              </span>
              <span className="block truncate text-[13px] text-muted">{domain ?? "–"}</span>
              {messages.length === 0 ? null : (
                <span className="block break-words text-[13px] text-warn">
                  Zeile {formatNumber(line)}: {messages.join("; ")}
                </span>
              )}
            </td>
            <Lines texts={lead.address} />
            <ContactCell email={email} phone={phone} className="md:max-w-[250px]" />
            <Lines texts={lead.persons} />
            <Lines texts={lead.texts} badges={badges} />
            <td className="text-right md:w-[180px] md:text-left">
              <span className={`badge whitespace-nowrap ${coloursOf(outcome).badge}`}>
                {OUTCOME_WORDS[outcome]}
              </span>
              <span className="block text-[13px] text-muted">{fate}</span>
            </td>
          </>
        )}
      </RowTable>
    </section>
  );
}

function Lines({ texts, badges = [] }: { texts: readonly string[]; badges?: readonly string[] }) {
  return (
    <td className="max-md:order-1 max-md:col-span-2 md:max-w-[240px] text-[13px]">
      {texts.map((text) => (
        <span key={text} className="line-clamp-3 break-words">
          {text}
        </span>
      ))}
      {badges.length === 0 ? null : (
        <span className="flex flex-wrap gap-1">
          {badges.map((text) => (
            <span key={text} className="badge">
              {text}
            </span>
          ))}
        </span>
      )}
    </td>
  );
}
