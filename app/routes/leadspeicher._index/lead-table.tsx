import { Link } from "@remix-run/react";
import { ContactLink } from "~/components/contact-link";
import { ExternalLink } from "~/components/external-link";
import { ScoreDots } from "~/components/score-dots";
import { SortHeader } from "~/components/sort-header";
import { Time } from "~/components/time";
import { defaultDirection, type LeadSortField } from "~/leads/lead-filters";
import type { LeadView } from "~/leads/lead-view.server";
import { listAddress } from "~/leads/page-query";

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

/** The leads of a page; every column that can be sorted is a link. */
export function LeadTable({
  leads,
  sort,
  dir,
  searchParams,
}: {
  leads: readonly LeadView[];
  sort: LeadSortField;
  dir: "asc" | "desc";
  searchParams: URLSearchParams;
}) {
  const header = (columns: readonly SortColumn[]) => (
    <SortHeader
      links={columns.map(({ field, label }) => {
        const isSorted = field === sort;
        const next = isSorted ? (dir === "asc" ? "desc" : "asc") : defaultDirection(field);
        const to = listAddress(searchParams, { sort: field, dir: next });
        return { label, to, direction: isSorted ? dir : null };
      })}
    />
  );
  return (
    <div className="card table-frame mt-4">
      <table className="table table-stacked">
        <caption className="sr-only">Leads</caption>
        <thead>
          <tr>
            {header(COMPANY)}
            {header(CITY)}
            <th scope="col">Kontakt</th>
            {header(TERM)}
            {header(SCORE)}
            {header(DATES)}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <LeadTableRow key={lead.id} lead={lead} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LeadTableRow({ lead }: { lead: LeadView }) {
  return (
    <tr>
      <td className="md:max-w-[290px]">
        <Link
          to={`/leadspeicher/${lead.id}`}
          className="block truncate font-medium no-underline hover:underline"
          title={lead.companyName ?? undefined}
        >
          {lead.companyName ?? lead.domain}
        </Link>
        <span className="block truncate text-[13px]">
          <ExternalLink href={lead.website ?? `https://${lead.domain}`}>{lead.domain}</ExternalLink>
        </span>
      </td>
      <td
        className="whitespace-nowrap text-right text-[13px] text-muted md:text-left md:text-[14px] md:text-text"
        title={lead.address ?? undefined}
      >
        {lead.city}
      </td>
      <td className="order-last col-span-2 md:max-w-[250px]">
        <div className="flex flex-wrap justify-between gap-x-3 md:block">
          <span className="block truncate">
            <ContactLink value={lead.email} />
          </span>
          <span className="block truncate text-[13px]">
            <ContactLink value={lead.phone} />
          </span>
        </div>
      </td>
      <td className="only-wide max-w-[180px] truncate">{lead.sourceTerm}</td>
      <td className="only-wide">
        <ScoreDots score={lead.salesScore} reason={lead.salesReason} />
      </td>
      <td className="only-wide whitespace-nowrap">
        <Time iso={lead.createdAt} day />
        <span className="block text-[13px] text-muted">
          <Time iso={lead.updatedAt} day />
        </span>
      </td>
    </tr>
  );
}
