import { Link } from "@remix-run/react";
import { formatCount, formatNumber } from "../../format/german";
import type { Cell, Progress } from "../campaign";
import { madeOf } from "./campaign-facts";

/** Colours from nothing to everything; the steps between are thirds. */
const LEVELS = [
  "noch nicht begonnen",
  "bis ein Drittel",
  "bis zwei Drittel",
  "fast alles",
  "alles erledigt",
];

function levelOf(progress: Progress): number {
  const share = progress.total === 0 ? 1 : madeOf(progress) / progress.total;
  return share === 1 ? 4 : Math.ceil(share * 3);
}

/** „7 von 10 Suchen erledigt, 2 fehlgeschlagen, 34 neue Leads“ */
function sentenceOf(progress: Progress): string {
  const parts = [
    `${formatNumber(madeOf(progress))} von ${formatCount(progress.total, "Suche", "Suchen")} erledigt`,
    progress.skipped > 0 ? `${formatNumber(progress.skipped)} davon früher` : null,
    progress.failed > 0 ? `${formatNumber(progress.failed)} fehlgeschlagen` : null,
    progress.running > 0 ? "eine läuft" : null,
    formatCount(progress.newLeads, "neuer Lead", "neue Leads"),
  ];
  return parts.filter((part) => part !== null).join(", ");
}

export function CampaignPicture({ cells, address }: { cells: readonly Cell[]; address: string }) {
  const terms = [...new Set(cells.map(({ term }) => term))];
  const states = [...new Set(cells.map(({ state }) => state))];
  const find = (state: string, term: string) =>
    cells.find((cell) => cell.state === state && cell.term === term);
  return (
    <figure>
      <div className="relative -m-1 overflow-x-auto p-1 md:overflow-visible">
        <table className="picture">
          <caption className="sr-only">Fortschritt nach Bundesland und Suchbegriff</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Bundesland</span>
              </th>
              {terms.map((term) => (
                <th key={term} scope="col" lang="de">
                  <span className="inline-block max-w-full max-md:max-h-32 max-md:rotate-180 max-md:overflow-hidden max-md:text-ellipsis max-md:whitespace-nowrap max-md:text-left max-md:[writing-mode:vertical-rl]">
                    {term}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {states.map((state) => (
              <tr key={state}>
                <th scope="row">{state}</th>
                {terms.map((term) => {
                  const cell = find(state, term);
                  return (
                    <td key={term}>
                      {cell === undefined ? null : <PictureField cell={cell} address={address} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted">
        {LEVELS.map((label, level) => (
          <span key={label} className="inline-flex items-center gap-1.5">
            <span className="picture-sample size-3.5 flex-none" data-level={level} aria-hidden />
            {label}
          </span>
        ))}
        <span className="inline-flex items-center gap-1.5">
          <span
            className="picture-sample size-3.5 flex-none"
            data-level={0}
            data-failed=""
            aria-hidden
          />
          mit Fehlern
        </span>
      </figcaption>
    </figure>
  );
}

function PictureField({
  cell: { state, term, progress },
  address,
}: {
  cell: Cell;
  address: string;
}) {
  const query = new URLSearchParams({ land: state, begriff: term });
  return (
    <Link
      to={`${address}?${query}#suchen`}
      className="picture-cell group"
      data-level={levelOf(progress)}
      data-failed={progress.failed > 0 ? "" : undefined}
      data-running={progress.running > 0 ? "" : undefined}
    >
      <span className="sr-only">
        {state}, {term}: {sentenceOf(progress)}
      </span>
      <span aria-hidden>
        {formatNumber(madeOf(progress))}/{formatNumber(progress.total)}
      </span>
      <span
        className="pointer-events-none absolute bottom-[calc(100%+4px)] left-1/2 z-5 hidden w-max max-w-60 -translate-x-1/2 rounded-md bg-text px-2 py-1.5 text-page leading-[18px] md:group-hover:block md:group-focus-visible:block"
        aria-hidden
      >
        {sentenceOf(progress)}
      </span>
    </Link>
  );
}
