import { Link } from "@remix-run/react";
import { Section } from "~/components/card";
import type { StorePage } from "~/leads/list/store-page.server";

/** Leads that a text search does not find, though they hold nearly the same words. */
export function SimilarLeads({
  leads,
  query,
  openId,
}: {
  leads: StorePage["similar"];
  query: string;
  openId: string | undefined;
}) {
  if (leads.length === 0) return null;
  return (
    <Section
      title="Ähnlich geschrieben"
      text="Der Text steht so nicht in diesen Leads. Sammelaktionen und Exporte lassen sie aus."
    >
      <ul className="card mt-2 divide-y divide-line">
        {leads.map(({ id, companyName, domain, city }) => (
          <li key={id}>
            <Link
              to={`/leadspeicher/${id}?${query}`}
              preventScrollReset
              aria-current={id === openId ? "true" : undefined}
              className="flex flex-wrap gap-x-3 px-4 py-2 no-underline hover:bg-sunken aria-[current]:bg-sunken"
            >
              <span className="min-w-0 wrap-anywhere">{companyName ?? domain}</span>
              <span className="min-w-0 wrap-anywhere text-muted">
                {[city, domain].filter((text) => text !== null).join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
