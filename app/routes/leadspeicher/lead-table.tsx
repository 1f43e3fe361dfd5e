import { memo, type ReactNode } from "react";
import { ExternalLink } from "~/components/external-link";
import { SortHeader } from "~/components/sort-header";
import { Time } from "~/components/time";
import { defaultDirection, type LeadSortField } from "~/leads/list/lead-filters";
import type { ListLead } from "~/leads/list/lead-view.server";
import { listAddress } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";
import { BUTTON_TAGS, CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";
import { ContactCell, ScoreDots } from "~/leads/ui/lead-facts";

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

/** The leads of a page; every column that can be sorted is a link. Stands inside the form that acts on the selection. */
export const LeadTable = memo(function LeadTable({
  leads,
  query: { sort, dir },
  searchParams,
  openId,
  isAllSelected,
  isPageSelected,
  onSelectPage,
}: {
  leads: readonly ListLead[];
  query: StorePage["query"];
  searchParams: URLSearchParams;
  /** The lead whose panel is open. */
  openId: string | undefined;
  /** All hits of the filter are selected, not single rows. */
  isAllSelected: boolean;
  isPageSelected: boolean;
  onSelectPage: (isSelected: boolean) => void;
}) {
  const selectPage = (
    <label className="check-place only-js">
      <input
        aria-label="Alle Zeilen dieser Seite auswählen"
        type="checkbox"
        checked={isAllSelected || isPageSelected}
        disabled={isAllSelected}
        onChange={(event) => onSelectPage(event.currentTarget.checked)}
      />
    </label>
  );
  const header = (columns: readonly SortColumn[], before?: ReactNode) => (
    <SortHeader
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
            {header(COMPANY, selectPage)}
            <th scope="col">Stand</th>
            {header(CITY)}
            <th scope="col">Kontakt</th>
            {header(TERM)}
            {header(SCORE)}
            <th scope="col">Tags</th>
            {header(DATES)}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead, index) => (
            <LeadTableRow
              key={lead.id}
              lead={lead}
              query={query}
              isFirst={index === 0}
              isOpen={lead.id === openId}
              isAllSelected={isAllSelected}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

/**
 * Plain elements, and as few as there can be: a page has up to 200 rows. The list follows their links within the page, and
 * their styles go by the places of the cells.
 */
const LeadTableRow = memo(function LeadTableRow({
  lead,
  query,
  isFirst,
  isOpen,
  isAllSelected,
}: {
  lead: ListLead;
  query: string;
  isFirst: boolean;
  isOpen: boolean;
  isAllSelected: boolean;
}) {
  const name = lead.companyName ?? lead.domain;
  const isFavorite = lead.tags.includes(FAVORITE_TAG);
  const isContacted = lead.tags.includes(CONTACTED_TAG);
  const free = lead.tags.filter((tag) => !BUTTON_TAGS.includes(tag));
  /** A button of the form around the list that is about this lead alone. */
  const toggle = (action: string, isOn: boolean) =>
    ({
      type: "submit",
      name: "intent",
      value: `${isOn ? "un" : ""}${action}:${lead.id}`,
      className: "icon-button",
      "aria-pressed": isOn,
    }) as const;
  return (
    <tr data-row={lead.id} aria-current={isOpen ? "true" : undefined}>
      <td>
        <div className="lead-name">
          <label className="check-place">
            <input
              // Anew when the whole list is selected, since the browser keeps what was ticked before.
              key={String(isAllSelected)}
              type="checkbox"
              name="id"
              value={lead.id}
              className="row-check"
              aria-label={`${name} auswählen`}
              defaultChecked={isAllSelected}
              disabled={isAllSelected}
            />
          </label>
          <a
            href={`/leadspeicher/${lead.id}${query === "" ? "" : `?${query}`}`}
            data-key="open"
            // The framework asks for the route of one link; the others lead to the same.
            data-discover={isFirst ? "true" : undefined}
            className="truncate"
            title={name}
          >
            {name}
          </a>
          <small>
            <ExternalLink href={lead.website ?? `https://${lead.domain}`}>
              {lead.domain}
            </ExternalLink>
            {lead.city === null ? null : <span className="md:hidden">{` · ${lead.city}`}</span>}
          </small>
        </div>
      </td>
      <td className="max-md:-my-1.5 max-md:-mr-2">
        <div className="lead-state flex items-center gap-1">
          <button
            {...toggle("favorite", isFavorite)}
            aria-label={`Favorit: ${name}`}
            title={isFavorite ? "Aus den Favoriten nehmen" : "Zum Favoriten machen"}
            data-key="f"
          />
          <button
            {...toggle("contact", isContacted)}
            aria-label={`Kontaktiert: ${name}`}
            title={isContacted ? "„kontaktiert“ entfernen" : "Als kontaktiert markieren"}
            data-key="c"
          />
          <button
            {...toggle("approve", lead.approved)}
            aria-label={`${lead.approved ? "Freigegeben" : "Freigeben"}: ${name}`}
            title={lead.approved ? "Freigabe zurückziehen" : "Freigeben"}
          >
            {lead.approved ? "Freigegeben" : "Freigeben"}
          </button>
        </div>
      </td>
      <td className="only-wide" title={lead.address ?? undefined}>
        {lead.city}
        {lead.street === null ? null : <small>{lead.street}</small>}
      </td>
      <ContactCell email={lead.email} phone={lead.phone} />
      <td className="only-wide" title={lead.sourceTerm ?? undefined}>
        {lead.sourceTerm}
      </td>
      <td className="only-wide">
        <ScoreDots score={lead.salesScore} reason={lead.salesReason} />
        {lead.offerPackage === null ? null : (
          <span className="block">
            <span className="badge max-w-full truncate" title="Angebotspaket">
              {lead.offerPackage}
            </span>
          </span>
        )}
      </td>
      <td className="only-wide">{free.length === 0 ? null : <Tags tags={free} />}</td>
      <td className="only-wide">
        <Time iso={lead.createdAt} day />
        <small>
          <Time iso={lead.updatedAt} day />
        </small>
      </td>
    </tr>
  );
});

const SHOWN_TAGS = 3;

function Tags({ tags }: { tags: readonly string[] }) {
  const hidden = tags.slice(SHOWN_TAGS);
  return (
    <span className="flex flex-wrap gap-1">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
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
