import { Link } from "@remix-run/react";
import { FilterX, X } from "lucide-react";
import { useContext } from "react";
import { EmptyPart, LinkButton } from "~/components/page";
import { TimeZoneContext } from "~/components/time";
import { formatNumber } from "~/format/german";
import type { RunNames } from "~/leads/list/filters";
import { activeFilters, unfilteredAddress } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";

interface ShownFilters {
  searchParams: URLSearchParams;
  runs: RunNames;
}

export function ActiveFilters({ searchParams, runs }: ShownFilters) {
  const filters = activeFilters(searchParams, useContext(TimeZoneContext), runs);
  if (filters.length === 0) return null;
  return (
    <ul
      className="flex items-center gap-1 md:min-h-9 md:min-w-0 md:flex-[1_1_28px] md:overflow-x-auto [scrollbar-width:none] max-md:w-full max-md:flex-wrap max-md:gap-2"
      aria-label="Aktive Filter"
    >
      {filters.map(({ label, removeAddress }) => (
        <li key={label} className="max-md:min-w-0 md:flex-none md:@max-[800px]/list:hidden">
          <Link
            to={removeAddress}
            preventScrollReset
            className="chip max-w-[min(320px,100%)] pr-1.5 no-underline hover:bg-sunken focus-visible:-outline-offset-2 max-md:min-h-8 md:max-w-52"
            aria-label={`${label}, Filter entfernen`}
            title={`${label} – Filter entfernen`}
          >
            <span className="truncate">{label}</span>
            <X size={14} className="flex-none text-muted" aria-hidden />
          </Link>
        </li>
      ))}
      <li className="md:sticky md:right-0 md:flex-none md:bg-page">
        <Link
          to={unfilteredAddress(searchParams)}
          preventScrollReset
          className="link inline-flex min-h-7 min-w-7 items-center justify-center px-1 text-[13px] focus-visible:-outline-offset-2 max-md:min-h-8"
          title="Alle Filter zurücksetzen"
        >
          <span className="md:@max-[1400px]/list:sr-only">Alle zurücksetzen</span>
          <FilterX
            size={16}
            className="hidden text-muted md:@max-[1400px]/list:block"
            aria-hidden
          />
        </Link>
      </li>
    </ul>
  );
}

/** Replaces a list without hits with ways to find more. */
export function NoHits({
  searchParams,
  runs,
  limiting,
}: ShownFilters & Pick<StorePage, "limiting">) {
  const filters = activeFilters(searchParams, useContext(TimeZoneContext), runs);
  const found = filters.find(({ label }) => label === limiting?.label);
  const q = searchParams.get("q");
  return (
    <EmptyPart
      title="Keine Treffer"
      actions={
        <>
          {found && limiting && (
            <LinkButton className="button max-w-full" to={found.removeAddress}>
              <span className="truncate">Ohne „{found.label}“ suchen</span>
              <span className="text-muted">
                ({limiting.isExact ? "" : "mehr als "}
                {formatNumber(limiting.count)})
              </span>
            </LinkButton>
          )}
          <LinkButton to={unfilteredAddress(searchParams)} label="Alle Filter zurücksetzen" />
          {q && (
            <LinkButton
              to={`/warum?${new URLSearchParams({ q })}`}
              label="Warum fehlt die Firma?"
            />
          )}
        </>
      }
    >
      Mit diesen Filtern gibt es keinen Lead.
    </EmptyPart>
  );
}
