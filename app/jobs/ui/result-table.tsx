import { useLocation } from "@remix-run/react";
import { ExternalLink } from "../../components/external-link";
import { IntentButton, PostForm } from "../../components/field";
import { RowTable } from "../../components/table";
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

interface ResultTableProps {
  results: readonly ResultView[];
  caption: string;
  hasRows: boolean;
}

export function ResultTable({ results, caption, hasRows }: ResultTableProps) {
  return (
    <RowTable
      caption={caption}
      columns={["Firma", "Ort", "Kontakt", "Stand"]}
      className=""
      rows={results}
      keyOf={({ part, position }) => `${part}:${position}`}
    >
      {(result) => (
        <>
          <td
            id={`treffer-${result.part}-${result.position}`}
            className="scroll-mt-16 target:bg-sunken md:w-[36%] md:max-w-0"
          >
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
        </>
      )}
    </RowTable>
  );
}

const ROW_BUTTON = "link cursor-pointer text-[13px] min-h-7 max-md:min-h-10";

export function RestoreForm(which: { id: string } | { jobId: string }) {
  const back = useCurrentAddress();
  const one = { intent: "restore", label: "Wiederherstellen", className: ROW_BUTTON };
  const all = { intent: "restore-found", label: "Alle aus dem Papierkorb wiederherstellen" };
  return (
    <PostForm action="/leadspeicher/papierkorb" fields={{ back, ...which }} preventScrollReset>
      <IntentButton {...("id" in which ? one : all)} />
    </PostForm>
  );
}

export function AdoptForm({ jobId, result }: { jobId: string; result?: ResultView }) {
  const fields = { position: result?.position, returnTo: useCurrentAddress() };
  const label = result ? "Trotzdem übernehmen" : "Alle übernehmen";
  return (
    <PostForm action={`/ergebnisse/${jobId}`} fields={fields} preventScrollReset>
      <IntentButton
        intent="adopt"
        label={label}
        className={result ? ROW_BUTTON : "button"}
        aria-label={result && `${label}: ${result.companyName ?? result.domain ?? result.website}`}
      />
    </PostForm>
  );
}

function useCurrentAddress(): string {
  const { pathname, search } = useLocation();
  return `${pathname}${search}`;
}

export function ResultState({ result }: { result: ResultView }) {
  const { leadId, skipReason, source, deletedLeadId, adoptableIn } = result;
  if (skipReason === "in_trash" && leadId !== null) {
    return <span className="badge badge-good">wiederhergestellt</span>;
  }
  if (skipReason !== null) {
    const isList = source === "csv" || source === "profiles";
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-2 md:justify-start">
        <span className="badge badge-warn">{skipText(skipReason, isList)}</span>
        {deletedLeadId === null ? null : <RestoreForm id={deletedLeadId} />}
        {adoptableIn === null ? null : <AdoptForm jobId={adoptableIn} result={result} />}
      </div>
    );
  }
  const emailState = EMAIL_STATES[result.emailState ?? ""];
  if (leadId === null) return <span className="badge">{emailState ?? "gelöscht"}</span>;
  const site = SITE_STATES[result.siteState ?? ""];
  if (site !== undefined) return <span className={`badge ${site.badge}`}>{site.text}</span>;
  const isUnplaced = result.city === null && source === "serp";
  const missing = isUnplaced ? "Ort unbekannt" : result.email === null ? emailState : undefined;
  return (
    <span className="block truncate text-[13px] text-muted" title={missing}>
      <span className={`badge ${result.isNew ? "badge-good" : ""}`}>
        {result.isNew ? "neu" : "bereits vorhanden"}
      </span>{" "}
      {missing}
    </span>
  );
}
