import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContactLink, type ContactValue } from "~/components/contact-link";
import { ExternalLink } from "~/components/external-link";
import { PageHeader } from "~/components/page-header";
import { ScoreDots } from "~/components/score-dots";
import { Time } from "~/components/time";
import { notFound } from "~/http/not-found";
import { findLeadSources, getLeadWithEvents } from "~/leads/get-lead.server";
import { toLeadView } from "~/leads/lead-view.server";
import { Timeline } from "./timeline";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.lead.companyName ?? data?.lead.domain ?? "Lead"} – Leadspeicher` },
];

export async function loader({ params, context: { services } }: LoaderFunctionArgs) {
  const id = params.leadId ?? "";
  const found = await getLeadWithEvents(services.db, id);
  if (found === undefined) return notFound();
  const { events, ...lead } = found.lead;
  return { lead: toLeadView(lead), events, sources: await findLeadSources(services.db, id) };
}

export default function LeadPage() {
  const { lead, events, sources } = useLoaderData<typeof loader>();
  return (
    <main className="p-4 md:p-6">
      <PageHeader
        title={lead.companyName ?? lead.domain}
        facts={
          <ExternalLink href={lead.website ?? `https://${lead.domain}`}>{lead.domain}</ExternalLink>
        }
      >
        <Link className="button" to="/leadspeicher">
          Zum Leadspeicher
        </Link>
      </PageHeader>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_400px]">
        <dl className="card grid gap-x-6 gap-y-3 p-4 sm:grid-cols-2">
          <Entry label="Telefon">
            {lead.phone === null ? null : <ContactLink value={lead.phone} />}
          </Entry>
          <Entry label="E-Mail">
            {lead.email === null ? null : <EmailList first={lead.email} emails={lead.emails} />}
          </Entry>
          <Entry label="Adresse">{lead.address}</Entry>
          <Entry label="Bundesland">{lead.federalState}</Entry>
          <Entry label="Suchbegriff">{lead.sourceTerm}</Entry>
          <Entry label="Firmentyp">{lead.companyType}</Entry>
          <Entry label="Bewertung">
            {lead.salesScore === null ? null : (
              <ScoreDots score={lead.salesScore} reason={lead.salesReason} />
            )}
          </Entry>
          <Entry label="Angebotspaket">{lead.offerPackage}</Entry>
          <Entry label="Tags">{lead.tags.join(", ")}</Entry>
          <Entry label="Notizen">{lead.notes}</Entry>
          <Entry label="Gefunden">
            <Time iso={lead.createdAt} />
          </Entry>
          <Entry label="Geändert">
            <Time iso={lead.updatedAt} />
          </Entry>
        </dl>
        <div className="space-y-4">
          <section className="card p-4">
            <h2>Quellen</h2>
            <ul className="mt-2 space-y-2">
              {sources.map((source) => (
                <li key={source.id} className="text-[13px]">
                  <SourceText source={source} />
                </li>
              ))}
            </ul>
          </section>
          <Timeline events={events} />
        </div>
      </div>
    </main>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === "";
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="break-words">{isEmpty ? <span className="text-muted">–</span> : children}</dd>
    </div>
  );
}

/** The address to write to first, then the others. */
function EmailList({ first, emails }: { first: ContactValue; emails: readonly ContactValue[] }) {
  const others = emails.filter((email) => email.display !== first.display);
  return (
    <ul>
      {[first, ...others].map((email) => (
        <li key={email.display} className="truncate">
          <ContactLink value={email} />
        </li>
      ))}
    </ul>
  );
}

function SourceText({
  source,
}: {
  source: { term: string | null; region: string | null; jobId: string | null; foundAt: string };
}) {
  const text = `${source.term ?? "Ohne Suchbegriff"}${source.region ? ` in ${source.region}` : ""}`;
  return (
    <>
      {source.jobId === null ? (
        text
      ) : (
        <Link className="link" to={`/ergebnisse/${source.jobId}`}>
          {text}
        </Link>
      )}
      <span className="block text-muted">
        <Time iso={source.foundAt} />
      </span>
    </>
  );
}
