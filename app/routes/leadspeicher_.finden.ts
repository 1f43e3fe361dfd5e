import type { LoaderFunctionArgs } from "@remix-run/node";
import { findLeads } from "~/leads/list/find-leads.server";
import { viewAddress } from "~/leads/list/page-query";
import { parsePageQuery } from "~/leads/list/parse-query.server";
import { listViews } from "~/leads/list/saved-views.server";

/** Leads that match a text, and all views, for the palette. */
export async function loader({ request, context: { services, actor } }: LoaderFunctionArgs) {
  const q = new URL(request.url).searchParams.get("q") ?? "";
  const { query } = parsePageQuery(new URLSearchParams({ q, pageSize: "50" }));
  const { leads } = await findLeads(services.db, query, services.timeZone);
  const place = (text: string | null) =>
    ` ${text ?? ""}`.toLowerCase().indexOf(` ${q.toLowerCase()}`);
  const named = leads.filter(({ companyName, domain }) => place(companyName) + place(domain) > -2);
  const { views } = await listViews(services.db, actor, Date.now());
  return [
    ...[...new Set([...named, ...leads])].slice(0, 8).map(({ id, companyName, domain }) => {
      const label = companyName === null ? domain : `${companyName} · ${domain}`;
      return { group: "Lead", label, to: `/leadspeicher/${id}` };
    }),
    ...views.map(({ name, query }) => ({ group: "Ansicht", label: name, to: viewAddress(query) })),
  ];
}
