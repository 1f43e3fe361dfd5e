import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, useContext, useMemo } from "react";
import { safeHref } from "~/components/external-link";
import { TimeZoneContext } from "~/components/time";
import { formatDate } from "~/format/german";
import { isoTime } from "~/format/iso-time";
import { APPROVAL_HINT, lastNote } from "../lead";
import {
  defaultDirection,
  isByFit,
  type LeadSortField,
  type ListLayout,
  type ListLead,
  type ShownOrder,
} from "../list/filters";
import { CONTACTED_TAG, FAVORITE_TAG } from "../tag";
import { ColumnMenu } from "./column-menu";
import { arrangeColumns, type ShownColumn } from "./lead-columns";

interface ExtraColumn {
  heading: string;
  width: number;
  cell: (leadId: string) => ReactNode;
}

export interface TableProps {
  leads: readonly ListLead[];
  /** Milliseconds UTC. */
  now: number;
  layout: ListLayout;
  /** Null if the list can't be sorted. */
  query: ShownOrder | null;
  /** Changes the list's URL parameters; null removes one. Must be the same function while the list is the same. */
  address: (change: Record<string, string | null>) => string;
  /** Lets „Nächster Lead“ walk this list. */
  openQuery: string;
  openId?: string | undefined;
  isAllSelected: boolean;
  isPageSelected: boolean;
  onSelectPage: (isSelected: boolean) => void;
  /** Must be the same array while its cells are the same. */
  extra?: readonly ExtraColumn[];
}

const NO_EXTRA: readonly ExtraColumn[] = [];
const ARIA = { asc: "ascending", desc: "descending" } as const;

/** Must be inside the form that acts on the selection. */
export const LeadTable = memo(function LeadTable({
  leads,
  layout,
  query,
  address,
  openId,
  isPageSelected,
  onSelectPage,
  ...row
}: TableProps) {
  const { isAllSelected, extra = NO_EXTRA } = row;
  const reserved = extra.reduce((sum, { width }) => sum + width, 0);
  const columns = useMemo(() => arrangeColumns(layout.columns, reserved), [layout, reserved]);
  const head = (label: string, field?: LeadSortField) => {
    if (query === null || field === undefined) return { children: label };
    const direction = query.sort === field ? query.dir : null;
    const next = direction === "asc" ? "desc" : "asc";
    const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
    const dir = direction === null ? defaultDirection(field) : next;
    return {
      "aria-sort": direction === null ? undefined : ARIA[direction],
      children: (
        <Link to={address({ sort: field, dir })} preventScrollReset>
          {label}
          {direction && <Arrow size={14} aria-hidden />}
        </Link>
      ),
    };
  };
  const { children: company, ...sorted } = head("Firma", "companyName");
  return (
    <div className="card lead-table" data-roomy={layout.isRoomy || undefined}>
      <table>
        <caption className="sr-only">Leads</caption>
        <thead>
          <tr>
            <th scope="col" {...sorted}>
              <label className="check-place only-js">
                <input
                  aria-label="Alle Zeilen dieser Seite auswählen"
                  type="checkbox"
                  checked={isAllSelected || isPageSelected}
                  disabled={isAllSelected}
                  onChange={(event) => onSelectPage(event.currentTarget.checked)}
                />
              </label>
              {company}
            </th>
            <th scope="col" className="lead-state">
              <span className="sr-only">Favorit, kontaktiert, freigegeben</span>
              <ColumnMenu layout={layout} />
            </th>
            {columns.map(({ key, heading, sort, className }) => (
              <th key={key} scope="col" className={className} {...head(heading, sort)} />
            ))}
            {extra.map(({ heading, width }) => (
              <th key={heading} scope="col" className={`md:w-[${width}px]`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody id="liste" tabIndex={-1}>
          {leads.map((lead) => (
            <LeadTableRow
              key={lead.id}
              lead={lead}
              columns={columns}
              isOpen={lead.id === openId}
              about={query?.followUpDue ? "notes" : query && isByFit(query) ? "alike" : "domain"}
              {...row}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

/** Few plain elements, since a page has up to 200 rows. */
const LeadTableRow = memo(function LeadTableRow({
  lead,
  now,
  columns,
  openQuery,
  extra = NO_EXTRA,
  isOpen,
  about,
  isAllSelected,
}: Pick<TableProps, "now" | "openQuery" | "extra" | "isAllSelected"> & {
  lead: ListLead;
  columns: readonly ShownColumn[];
  isOpen: boolean;
  /** What stands below the name: the last note, what is alike, or the domain. */
  about: "notes" | "alike" | "domain";
}) {
  const timeZone = useContext(TimeZoneContext);
  const name = lead.companyName ?? lead.domain;
  const site = safeHref(lead.website ?? lead.domain);
  const { followUpAt, owner } = lead;
  const alike = about === "alike" && !lead.approved ? lead.alike : null;
  const said = about === "notes" ? lastNote(lead.notes) : alike;
  const more = about === "notes" ? said : (said ?? lead.domain);
  const isFavorite = lead.tags.includes(FAVORITE_TAG);
  const isContacted = lead.tags.includes(CONTACTED_TAG);
  const toggle = (action: string, isOn: boolean, key: string) =>
    ({
      type: "submit",
      name: "intent",
      value: `${isOn ? "un" : ""}${action}:${lead.id}`,
      className: "icon-button",
      "aria-pressed": isOn,
      "data-key": key,
    }) as const;
  return (
    <tr data-row={lead.id} aria-current={isOpen ? "true" : undefined}>
      <td>
        <label className="check-place">
          <input
            // Remounted, since the browser would keep old ticks.
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
          href={`/leadspeicher/${lead.id}${openQuery === "" ? "" : `?${openQuery}`}`}
          data-key="open"
          title={name}
        >
          {name}
        </a>
        <small>
          {lead.city && <b>{said ? `${lead.city} · ` : lead.city}</b>}
          <span className={said === more ? "lead-note" : "lead-domain"} title={said ?? undefined}>
            {lead.city && more && !said && " · "}
            {more}
          </span>
          {followUpAt && followUpBadge(followUpAt, now, timeZone)}
          {owner && (
            <span className="lead-badge" data-kind="owner" title={`Zuständig: ${owner}`}>
              <span className="sr-only">Zuständig: </span>
              {owner}
            </span>
          )}
        </small>
        {site === null ? null : (
          <a
            href={site}
            className="icon-button lead-site"
            title={`Website öffnen: ${lead.domain}`}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            <span className="sr-only">Website von {name} öffnen</span>
          </a>
        )}
      </td>
      <td className="lead-state">
        <button
          {...toggle("favorite", isFavorite, "f")}
          aria-label={`Favorit: ${name}`}
          title={isFavorite ? "Aus den Favoriten nehmen" : "Als Favorit merken"}
        />
        <button
          {...toggle("contact", isContacted, "c")}
          aria-label={`Kontaktiert: ${name}`}
          title={isContacted ? "Als nicht kontaktiert markieren" : "Als kontaktiert markieren"}
        />
        <button
          {...toggle("approve", lead.approved, "a")}
          aria-label={`${lead.approved ? "Freigegeben" : "Freigeben"}: ${name}`}
          title={lead.approved ? "Freigabe zurückziehen" : APPROVAL_HINT}
        />
      </td>
      {columns.map(({ key, className, cell }) => (
        <td key={key} className={className}>
          {cell(lead, now, timeZone)}
        </td>
      ))}
      {extra.map(({ heading, width, cell }) => (
        <td key={heading} className={`md:w-[${width}px]`}>
          {cell(lead.id)}
        </td>
      ))}
    </tr>
  );
});

/** A lead is due on its whole day. */
function followUpBadge(at: string, now: number, timeZone: string) {
  const [day, today] = [formatDate(at, timeZone), formatDate(isoTime(now), timeZone)];
  const isDue = Date.parse(at) <= now || day === today;
  const label = `Wiedervorlage ${isDue ? "fällig am" : "am"} `;
  const kind = isDue ? "due" : "later";
  return (
    <time className="lead-badge" dateTime={at} title={label + day} data-kind={kind}>
      <span className="sr-only">{label}</span>
      {day.endsWith(today.slice(6)) ? day.slice(0, 6) : day}
    </time>
  );
}
