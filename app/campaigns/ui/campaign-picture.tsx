import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCount, formatNumber } from "../../format/german";
import { FEDERAL_STATE_NAMES } from "../../reading/places/federal-states";
import type { Cell, Progress } from "../campaign-schema";
import { doneCount } from "./campaign-facts";

/** By share of the highest count; cells without new leads have the first. */
const SHADES = [
  "bg-sunken text-muted",
  "bg-[color-mix(in_srgb,var(--color-accent)_14%,var(--color-sunken))]",
  "bg-[color-mix(in_srgb,var(--color-accent)_26%,var(--color-sunken))]",
  "bg-[color-mix(in_srgb,var(--color-accent)_40%,var(--color-sunken))]",
  "bg-accent text-accent-text",
];
const DARKEST = SHADES.length - 1;

const FIELD =
  "relative flex min-h-7 min-w-14 items-center justify-center rounded-[4px] text-[13px] no-underline focus-visible:outline-offset-2 focus-visible:outline-accent max-md:min-h-11 max-md:min-w-11";
const UNSEARCHED = "bg-surface shadow-[inset_0_0_0_1px_var(--color-line)]";
const OPEN = "shadow-[inset_0_-3px_0_var(--color-edge)]";
/** A corner mark, since colour alone is not enough; the text says it, too. */
const FAILED =
  "after:absolute after:top-0 after:right-0 after:rounded-tr-[3px] after:border-5 after:border-transparent after:border-t-bad after:border-r-bad";

function classNameOf(progress: Progress, most: number): string {
  const { newLeads, total, failed, running } = progress;
  const shade = newLeads === 0 ? 0 : Math.ceil((newLeads / most) * DARKEST);
  const outline = shade === DARKEST ? "outline-accent-text" : "outline-accent";
  const marks = [
    doneCount(progress) < total && OPEN,
    failed > 0 && FAILED,
    running > 0 && `outline-2 -outline-offset-2 ${outline}`,
  ];
  return [SHADES[shade], ...marks].filter(Boolean).join(" ");
}

/** „34 neue Leads, 7 von 10 Suchen fertig, 2 fehlgeschlagen“ */
function sentenceOf(progress: Progress): string {
  const parts = [
    formatCount(progress.newLeads, "neuer Lead", "neue Leads"),
    `${formatNumber(doneCount(progress))} von ${formatCount(progress.total, "Suche", "Suchen")} fertig`,
    progress.skipped > 0 ? `${formatNumber(progress.skipped)} davon früher` : null,
    progress.failed > 0 ? `${formatNumber(progress.failed)} fehlgeschlagen` : null,
    progress.running > 0 ? "eine läuft" : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** New leads by federal state and term. A white cell links to a search that the campaign lacks. */
export function CampaignPicture({ cells, address }: { cells: readonly Cell[]; address: string }) {
  const terms = [...new Set(cells.map(({ term }) => term))];
  const most = Math.max(0, ...cells.map(({ progress }) => progress.newLeads));
  const hasOpen = cells.some(({ progress }) => doneCount(progress) < progress.total);
  const hasFailed = cells.some(({ progress }) => progress.failed > 0);
  const places = cells.map(({ state }) => state);
  const rows = FEDERAL_STATE_NAMES.some((name) => places.includes(name))
    ? FEDERAL_STATE_NAMES
    : places;
  const isFull = cells.length === terms.length * rows.length;
  const byField = new Map(cells.map((cell) => [`${cell.state} ${cell.term}`, cell.progress]));
  return (
    <figure className="mt-3">
      <div className="relative -m-1 overflow-x-auto p-1 md:overflow-visible">
        <table className="w-full max-w-[960px] table-fixed border-separate border-spacing-[3px] tabular-nums [&_th]:font-normal [&_th]:text-[13px] [&_th]:text-muted [&_th]:leading-[18px]">
          <caption className="sr-only">Neue Leads nach Bundesland und Suchbegriff</caption>
          <thead>
            <tr>
              <th scope="col" className="w-24 md:w-44">
                <span className="sr-only">Bundesland</span>
              </th>
              {terms.map((term) => (
                <th
                  key={term}
                  scope="col"
                  lang="de"
                  className="min-w-14 max-w-40 hyphens-auto pb-1 align-bottom"
                >
                  <span className="inline-block max-w-full max-md:max-h-32 max-md:rotate-180 max-md:overflow-hidden max-md:text-ellipsis max-md:whitespace-nowrap max-md:text-left max-md:[writing-mode:vertical-rl]">
                    {term}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((state) => (
              <tr key={state}>
                <th
                  scope="row"
                  lang="de"
                  className="whitespace-nowrap pr-2 text-left max-md:sticky max-md:-left-1 max-md:z-1 max-md:hyphens-auto max-md:whitespace-normal max-md:bg-surface"
                >
                  {state}
                </th>
                {terms.map((term) => (
                  <td key={term}>
                    <Field
                      {...{ state, term, most, address }}
                      progress={byField.get(`${state} ${term}`)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted">
        {most === 0 ? null : (
          <Sample className={SHADES[DARKEST]}>
            je kräftiger, desto mehr neue Leads (bis {formatNumber(most)})
          </Sample>
        )}
        {hasOpen ? <Sample className={`${SHADES[0]} ${OPEN}`}>noch Suchen offen</Sample> : null}
        {hasFailed ? <Sample className={`${SHADES[0]} ${FAILED}`}>mit Fehlern</Sample> : null}
        {isFull ? null : (
          <Sample className={UNSEARCHED}>noch nicht gesucht – Klick öffnet die Suche</Sample>
        )}
      </figcaption>
    </figure>
  );
}

function Sample({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`relative size-3.5 flex-none rounded-[4px] ${className}`} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

interface FieldProps {
  state: string;
  term: string;
  progress: Progress | undefined;
  most: number;
  address: string;
}

/** Links to the cell's searches, or to a new one if the campaign has none. */
function Field({ state, term, progress, most, address }: FieldProps) {
  const field =
    progress === undefined
      ? {
          to: `/suche?${new URLSearchParams({ was: term, wo: state })}`,
          look: `${UNSEARCHED} text-muted hover:text-accent focus-visible:text-accent`,
          title: `${term} in ${state} suchen`,
          words: "noch nicht gesucht, jetzt suchen",
          sign: "+",
        }
      : {
          to: `${address}?${new URLSearchParams({ land: state, begriff: term })}#suchen`,
          look: classNameOf(progress, most),
          title: sentenceOf(progress),
          words: sentenceOf(progress),
          sign:
            doneCount(progress) + progress.newLeads === 0 ? "" : formatNumber(progress.newLeads),
        };
  return (
    <Link to={field.to} className={`${FIELD} ${field.look}`} title={field.title}>
      <span className="sr-only">
        {state}, {term}: {field.words}
      </span>
      <span aria-hidden>{field.sign}</span>
    </Link>
  );
}
