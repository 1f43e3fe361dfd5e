import { Link } from "@remix-run/react";
import { ContactLink, type ContactValue } from "./contact-link";
import { ExternalLink } from "./external-link";

/** A result of a search as the table shows it. */
export interface TableResult {
  position: number;
  leadId: string | null;
  domain: string | null;
  companyName: string | null;
  website: string | null;
  email: ContactValue | null;
  phone: ContactValue | null;
  address: string | null;
  city: string | null;
  isNew: boolean;
  emailState: string | null;
  skipReason: string | null;
}

const EMAIL_STATES: Record<string, string> = {
  pending: "E-Mail wird gesucht …",
  risky: "E-Mail nicht prüfbar",
  not_found: "keine E-Mail gefunden",
  blacklisted: "möchte keine E-Mail",
  failed: "E-Mail nicht gesucht",
};

const SKIP_REASONS: Record<string, string> = {
  no_domain: "ohne Website",
  platform: "Plattformseite",
  duplicate: "doppelt",
  closed: "dauerhaft geschlossen",
  blocked: "Sperrliste",
};

/** What a search found, in the order it was found. */
export function ResultTable({
  results,
  caption,
}: {
  results: readonly TableResult[];
  caption: string;
}) {
  return (
    <div className="card table-frame">
      <table className="table table-stacked">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Firma</th>
            <th scope="col">Ort</th>
            <th scope="col">Kontakt</th>
            <th scope="col">Stand</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <ResultRow key={result.position} result={result} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ResultRow({ result }: { result: TableResult }) {
  return (
    <tr>
      <td className="md:max-w-[280px]">
        <span className="block truncate font-medium">
          {result.leadId === null ? (
            (result.companyName ?? result.domain ?? "Ohne Namen")
          ) : (
            <Link to={`/leadspeicher/${result.leadId}`} className="no-underline hover:underline">
              {result.companyName ?? result.domain}
            </Link>
          )}
        </span>
        <span className="block truncate text-[13px] text-muted">
          {result.website === null ? (
            (result.domain ?? "–")
          ) : (
            <ExternalLink href={result.website}>{result.domain ?? result.website}</ExternalLink>
          )}
        </span>
      </td>
      <td className="only-wide whitespace-nowrap" title={result.address ?? undefined}>
        {result.city}
      </td>
      <td className="order-last col-span-2 md:max-w-[250px]">
        <div className="flex flex-wrap justify-between gap-x-3 md:block">
          <span className="block truncate">
            {result.email === null ? (
              <span className="text-[13px] text-muted">
                {EMAIL_STATES[result.emailState ?? ""] ?? ""}
              </span>
            ) : (
              <ContactLink value={result.email} />
            )}
          </span>
          <span className="block truncate text-[13px]">
            <ContactLink value={result.phone} />
          </span>
        </div>
      </td>
      <td className="whitespace-nowrap text-right md:text-left">
        <ResultState result={result} />
      </td>
    </tr>
  );
}

function ResultState({ result }: { result: TableResult }) {
  if (result.skipReason !== null) {
    return (
      <span className="badge badge-warn">
        {SKIP_REASONS[result.skipReason] ?? result.skipReason}
      </span>
    );
  }
  if (result.leadId === null) return <span className="badge">gelöscht</span>;
  return result.isNew ? (
    <span className="badge badge-good">neu</span>
  ) : (
    <span className="badge">bereits vorhanden</span>
  );
}
