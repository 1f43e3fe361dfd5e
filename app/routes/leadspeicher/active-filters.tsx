import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import { useContext } from "react";
import { EmptyPart, LinkButton } from "~/components/page";
import { TimeZoneContext } from "~/components/time";
import type { RunNames } from "~/leads/list/filters";
import { activeFilters, unfilteredAddress } from "~/leads/list/page-query";

interface ShownFilters {
  searchParams: URLSearchParams;
  runs: RunNames;
}

export function ActiveFilters({ searchParams, runs }: ShownFilters) {
  const filters = activeFilters(searchParams, useContext(TimeZoneContext), runs);
  if (filters.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap items-center gap-2" aria-label="Aktive Filter">
      {filters.map(({ label, removeAddress }) => (
        <li key={label} className="min-w-0">
          <Link
            to={removeAddress}
            preventScrollReset
            className="chip max-w-[min(320px,100%)] pr-1.5 no-underline hover:bg-sunken max-md:min-h-8"
            aria-label={`${label}, Filter entfernen`}
            title={`${label} – Filter entfernen`}
          >
            <span className="truncate">{label}</span>
            <X size={14} className="flex-none text-muted" aria-hidden />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={unfilteredAddress(searchParams)}
          preventScrollReset
          className="link inline-flex min-h-7 items-center px-1 text-[13px] max-md:min-h-8"
        >
          Alle zurücksetzen
        </Link>
      </li>
    </ul>
  );
}

/** Replaces a list without hits with ways to find more. */
export function NoHits({ searchParams, runs }: ShownFilters) {
  const filters = activeFilters(searchParams, useContext(TimeZoneContext), runs);
  const last = filters.at(-1);
  return (
    <EmptyPart
      title="Keine Treffer"
      actions={
        <>
          {last && (
            <LinkButton className="button max-w-full" to={last.removeAddress}>
              <span className="truncate">Ohne „{last.label}“ suchen</span>
            </LinkButton>
          )}
          <LinkButton to={unfilteredAddress(searchParams)} label="Alle Filter zurücksetzen" />
        </>
      }
    >
      Mit diesen Filtern gibt es keinen Lead. Weniger Filter zeigen mehr.
    </EmptyPart>
  );
}
