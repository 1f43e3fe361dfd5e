import { Form, useLocation } from "@remix-run/react";
import { ExternalLink } from "../../components/external-link";
import { IntentButton } from "../../components/field";
import { Table } from "../../components/table";
import { formatNumber } from "../../format/german";
import { ContactCell } from "../../leads/ui/lead-facts";
import { skipText } from "../job-words";
import type { ResultView } from "../progress/job-snapshot";

const EMAIL_STATES: Record<string, string> = {
  pending: "E-Mail wird gesucht …",
  risky: "E-Mail nicht prüfbar",
  not_found: "keine E-Mail gefunden",
  blacklisted: "möchte keine E-Mail",
  other_domain: "E-Mail gehört zu einer anderen Domain",
  failed: "E-Mail nicht gesucht",
};

const SITE_STATES: Record<string, { text: string; badge: string }> = {
  pending: { text: "Website wird gelesen …", badge: "" },
  read: { text: "Website gelesen", badge: "badge-good" },
  unreadable: { text: "Website nicht lesbar", badge: "badge-warn" },
  failed: { text: "nicht ausgewertet", badge: "badge-warn" },
  recent: { text: "schon gelesen", badge: "" },
};

/** Results that are no leads, or not yet. */
export function ResultTable({
  results,
  caption,
  hasRows,
}: {
  results: readonly ResultView[];
  caption: string;
  /** Each result is a row of a file, under its header, and says which. */
  hasRows: boolean;
}) {
  return (
    <Table caption={caption} columns={["Firma", "Ort", "Kontakt", "Stand"]}>
      {results.map((result) => (
        <tr key={`${result.part}:${result.position}`}>
          <td className="md:w-[36%] md:max-w-0">
            {hasRows ? (
              <span className="block text-[13px] text-muted">
                Zeile {formatNumber(result.position + 1)}
              </span>
            ) : null}
            <span className="block truncate font-medium">
              {result.companyName ?? result.domain ?? "Ohne Namen"}
            </span>
            <span className="block truncate text-[13px] text-muted">
              {result.website === null ? (
                (result.domain ?? "–")
              ) : (
                <ExternalLink href={result.website}>{result.domain ?? result.website}</ExternalLink>
              )}
            </span>
            {result.contactName}
          </td>
          <td className="only-wide" title={result.address ?? undefined}>
            {result.city}
          </td>
          <ContactCell
            email={result.email}
            phone={result.phone}
            className="md:w-[28%] md:max-w-0"
          />
          <td className="whitespace-nowrap text-right max-md:has-[form]:order-last max-md:has-[form]:col-span-2 md:text-left">
            <ResultState result={result} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Quieter than the state it stands beside. */
const ROW_BUTTON = "link cursor-pointer text-[13px] min-h-7 max-md:min-h-10";

/** Brings a lead back from the Papierkorb that was found again, or all that a job found again. */
export function RestoreForm(which: { id: string } | { jobId: string }) {
  const { pathname, search } = useLocation();
  const [[name, value] = []] = Object.entries(which);
  return (
    <Form method="post" action="/leadspeicher/papierkorb" preventScrollReset>
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      <input type="hidden" name={name} value={value} />
      <IntentButton
        intent={name === "id" ? "restore" : "restore-found"}
        className={name === "id" ? ROW_BUTTON : "button"}
      >
        {name === "id" ? "Wiederherstellen" : "Alle aus dem Papierkorb wiederherstellen"}
      </IntentButton>
    </Form>
  );
}

/** Takes what was left out as a lead all the same: one result, or all that lie outside of the region. */
export function AdoptForm({ jobId, result }: { jobId: string; result?: ResultView }) {
  const { pathname, search } = useLocation();
  const label = result ? "Trotzdem übernehmen" : "Alle übernehmen";
  return (
    <Form method="post" action={`/ergebnisse/${jobId}`} preventScrollReset>
      {result ? <input type="hidden" name="position" value={result.position} /> : null}
      <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
      <IntentButton
        intent="adopt"
        className={result ? ROW_BUTTON : "button"}
        aria-label={result && `${label}: ${result.companyName ?? result.domain ?? result.website}`}
      >
        {label}
      </IntentButton>
    </Form>
  );
}

/** What became of a result. */
export function ResultState({ result }: { result: ResultView }) {
  const { skipReason, source, deletedLeadId, adoptableIn } = result;
  const reason =
    skipReason === null ? null : skipText(skipReason, source === "csv" || source === "profiles");
  if (result.skipReason === "in_trash" && result.leadId !== null) {
    return <span className="badge badge-good">wiederhergestellt</span>;
  }
  if (reason !== null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-2 md:justify-start">
        <span className="badge badge-warn">{reason}</span>
        {deletedLeadId === null ? null : <RestoreForm id={deletedLeadId} />}
        {adoptableIn === null ? null : <AdoptForm jobId={adoptableIn} result={result} />}
      </div>
    );
  }
  const emailState = EMAIL_STATES[result.emailState ?? ""];
  if (result.leadId === null) return <span className="badge">{emailState ?? "gelöscht"}</span>;
  const site = SITE_STATES[result.siteState ?? ""];
  if (site !== undefined) return <span className={`badge ${site.badge}`}>{site.text}</span>;
  const isUnplaced = result.city === null && result.source === "serp";
  const lack = isUnplaced ? "Ort unbekannt" : result.email === null ? emailState : undefined;
  return (
    <span className="block truncate text-[13px] text-muted" title={lack}>
      {result.isNew ? (
        <span className="badge badge-good">neu</span>
      ) : (
        <span className="badge">bereits vorhanden</span>
      )}{" "}
      {lack}
    </span>
  );
}
