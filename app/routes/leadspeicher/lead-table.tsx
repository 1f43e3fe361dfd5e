import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ExternalLink } from "~/components/external-link";
import { SortHeader } from "~/components/sort-header";
import { Time } from "~/components/time";
import { defaultDirection, type LeadSortField } from "~/leads/list/lead-filters";
import type { LeadView } from "~/leads/list/lead-view.server";
import { listAddress } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";
import { BUTTON_TAGS } from "~/leads/tag";
import { ContactCell, ScoreDots } from "~/leads/ui/lead-facts";
import { RowActions } from "./row-actions";

type SortColumn = { field: LeadSortField; label: string };

const COMPANY: SortColumn[] = [
  { field: "companyName", label: "Firma" },
  { field: "domain", label: "Domain" },
];
const CITY: SortColumn[] = [{ field: "city", label: "Ort" }];
const TERM: SortColumn[] = [{ field: "sourceTerm", label: "Suchbegriff" }];
const SCORE: SortColumn[] = [{ field: "salesScore", label: "Bewertung" }];
const DATES: SortColumn[] = [
  { field: "createdAt", label: "Gefunden" },
  { field: "updatedAt", label: "Geändert" },
];

/** Beside the panel the list has less room: what says least goes first. */
const HIDDEN = {
  tags: "@max-[1281px]/list:hidden",
  dates: "@max-[1061px]/list:hidden",
  term: "@max-[941px]/list:hidden",
  score: "@max-[801px]/list:hidden",
  city: "@max-[661px]/list:hidden",
};
/** Fixed, so that the columns of all pages stand at the same place; the company takes what is left. */
const WIDTHS = {
  state: "w-[188px]",
  city: `${HIDDEN.city} w-32 @min-[1480px]/list:w-45`,
  contact: "w-51 @min-[1480px]/list:w-70",
  term: `${HIDDEN.term} w-30 @min-[1480px]/list:w-45`,
  score: `${HIDDEN.score} w-25`,
  tags: `${HIDDEN.tags} w-40 @min-[1480px]/list:w-55`,
  dates: `${HIDDEN.dates} w-[174px]`,
};
/** As large as a finger needs, without taking more room than the box. */
const CHECK_PLACE =
  "-mx-2 mt-0.5 inline-flex size-8 flex-none cursor-pointer items-center justify-center";

/** The leads of a page; every column that can be sorted is a link. Stands inside the form that acts on the selection. */
export function LeadTable({
  list: {
    leads,
    query: { sort, dir },
  },
  searchParams,
  openId,
  isAllSelected,
  isPageSelected,
  onSelectPage,
}: {
  list: StorePage;
  searchParams: URLSearchParams;
  /** The lead whose panel is open. */
  openId: string | undefined;
  /** All hits of the filter are selected, not single rows. */
  isAllSelected: boolean;
  isPageSelected: boolean;
  onSelectPage: (isSelected: boolean) => void;
}) {
  const selectPage = (
    <label className={`${CHECK_PLACE} only-js`}>
      <span className="sr-only">Alle Zeilen dieser Seite auswählen</span>
      <input
        type="checkbox"
        checked={isAllSelected || isPageSelected}
        disabled={isAllSelected}
        onChange={(event) => onSelectPage(event.currentTarget.checked)}
      />
    </label>
  );
  const header = (columns: readonly SortColumn[], className = "", before?: ReactNode) => (
    <SortHeader
      className={className}
      before={before}
      links={columns.map(({ field, label }) => {
        const isSorted = field === sort;
        const next = isSorted ? (dir === "asc" ? "desc" : "asc") : defaultDirection(field);
        const to = listAddress(searchParams, { sort: field, dir: next });
        return { label, to, direction: isSorted ? dir : null };
      })}
    />
  );
  const query = searchParams.toString();
  return (
    <div className="card table-frame lead-table mt-3">
      <table className="table table-stacked">
        <caption className="sr-only">Leads</caption>
        <thead>
          <tr>
            {header(COMPANY, "", selectPage)}
            <th scope="col" className={WIDTHS.state}>
              Stand
            </th>
            {header(CITY, WIDTHS.city)}
            <th scope="col" className={WIDTHS.contact}>
              Kontakt
            </th>
            {header(TERM, WIDTHS.term)}
            {header(SCORE, WIDTHS.score)}
            <th scope="col" className={WIDTHS.tags}>
              Tags
            </th>
            {header(DATES, WIDTHS.dates)}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <LeadTableRow
              key={lead.id}
              lead={lead}
              address={`/leadspeicher/${lead.id}${query === "" ? "" : `?${query}`}`}
              isOpen={lead.id === openId}
              isAllSelected={isAllSelected}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LeadTableRow({
  lead,
  address,
  isOpen,
  isAllSelected,
}: {
  lead: LeadView;
  address: string;
  isOpen: boolean;
  isAllSelected: boolean;
}) {
  const name = lead.companyName ?? lead.domain;
  return (
    <tr data-row={lead.id} aria-current={isOpen ? "true" : undefined}>
      <td>
        <span className="flex items-start gap-3">
          <label className={CHECK_PLACE}>
            <span className="sr-only">{name} auswählen</span>
            <input
              // Anew when the whole list is selected, since the browser keeps what was ticked before.
              key={String(isAllSelected)}
              type="checkbox"
              name="id"
              value={lead.id}
              className="row-check"
              defaultChecked={isAllSelected}
              disabled={isAllSelected}
            />
          </label>
          <span className="min-w-0">
            <Link
              to={address}
              data-key="open"
              preventScrollReset
              className="block truncate font-medium no-underline outline-none hover:underline focus-visible:underline"
              title={name}
            >
              {name}
            </Link>
            <span className="block truncate text-[13px]">
              <ExternalLink href={lead.website ?? `https://${lead.domain}`}>
                {lead.domain}
              </ExternalLink>
              {lead.city === null ? null : (
                <span className="text-muted md:hidden"> · {lead.city}</span>
              )}
            </span>
          </span>
        </span>
      </td>
      <td className="max-md:-my-1.5 max-md:-mr-2">
        <RowActions lead={lead} name={name} />
      </td>
      <td className={`${HIDDEN.city} only-wide`} title={lead.address ?? undefined}>
        <span className="block truncate">{lead.city}</span>
        <span className="block truncate text-[13px] text-muted">{lead.street}</span>
      </td>
      <ContactCell email={lead.email} phone={lead.phone} />
      <td className={`${HIDDEN.term} only-wide truncate`} title={lead.sourceTerm ?? undefined}>
        {lead.sourceTerm}
      </td>
      <td className={`${HIDDEN.score} only-wide`}>
        <ScoreDots score={lead.salesScore} reason={lead.salesReason} />
        {lead.offerPackage === null ? null : (
          <span className="block">
            <span className="badge max-w-full truncate" title="Angebotspaket">
              {lead.offerPackage}
            </span>
          </span>
        )}
      </td>
      <td className={`${HIDDEN.tags} only-wide`}>
        <Tags tags={lead.tags} />
      </td>
      <td className={`${HIDDEN.dates} only-wide whitespace-nowrap`}>
        <Time iso={lead.createdAt} day />
        <span className="block text-[13px] text-muted">
          <Time iso={lead.updatedAt} day />
        </span>
      </td>
    </tr>
  );
}

const SHOWN_TAGS = 3;

function Tags({ tags }: { tags: readonly string[] }) {
  const free = tags.filter((tag) => !BUTTON_TAGS.includes(tag));
  const hidden = free.slice(SHOWN_TAGS);
  return (
    <span className="flex flex-wrap gap-1">
      {free.slice(0, SHOWN_TAGS).map((tag) => (
        <span key={tag} className="badge max-w-[140px] truncate" title={tag}>
          {tag}
        </span>
      ))}
      {hidden.length === 0 ? null : (
        <span className="badge" title={hidden.join(", ")}>
          +{hidden.length}
        </span>
      )}
    </span>
  );
}
