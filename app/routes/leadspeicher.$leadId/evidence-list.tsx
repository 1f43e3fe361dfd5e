import { Link } from "@remix-run/react";
import { ExternalLink } from "~/components/external-link";
import { IntentButton, PostForm } from "~/components/field";
import { Time } from "~/components/time";
import type { ShownEvidence, ShownValue } from "~/leads/evidence/show-evidence.server";
import { Entry, FACTS } from "./contact-facts";
import { Fold } from "./fold";

export function EvidenceList({ evidence }: { evidence: readonly ShownEvidence[] }) {
  return (
    <Fold name="evidence" title="Herkunft der Angaben">
      <dl className={`text-[13px] ${FACTS}`}>
        {evidence.map(({ name, values }) => (
          <Entry key={name} label={name}>
            {values.map((value) => (
              <FoundValue key={value.key} name={name} value={value} />
            ))}
          </Entry>
        ))}
      </dl>
    </Fold>
  );
}

/** „Firma GmbH – Impressum, 21.11.2026, /impressum“, or „… – von Anna, 21.11.2026“. */
function FoundValue({ name, value }: { name: string; value: ShownValue }) {
  const { key, text, isCurrent, origins, quotes } = value;
  return (
    <div className="text-muted">
      {isCurrent ? null : "auch gefunden: "}
      <span className="text-text">{text}</span>
      {"\u00a0– "}
      {origins.map(({ text, foundAt, jobId, page }, index) => (
        <span key={`${text} ${page?.name}`}>
          {index > 0 ? "; " : null}
          {jobId === null ? (
            <span className="font-medium">{text}</span>
          ) : (
            <Link
              className="underline decoration-line underline-offset-2"
              to={`/ergebnisse/${jobId}`}
            >
              {text}
            </Link>
          )}
          {", "}
          <Time iso={foundAt} day />
          {page && ", "}
          {page && <ExternalLink href={page.url}>{page.name}</ExternalLink>}
        </span>
      ))}
      {quotes.length === 0 ? null : (
        <details className="inline before:content-['_·_']">
          <summary className="inline cursor-pointer underline decoration-dotted underline-offset-2">
            {quotes.length === 1 ? "Zitat" : `${quotes.length} Zitate`}
          </summary>
          {quotes.map((quote) => (
            <blockquote key={quote} className="my-1 border-edge border-l-2 pl-2 wrap-anywhere">
              „{quote}“
            </blockquote>
          ))}
        </details>
      )}
      {isCurrent ? null : (
        <PostForm fields={{ evidence: key }} className="inline" preventScrollReset replace>
          {" · "}
          <IntentButton
            intent="adopt"
            label="übernehmen"
            className="link cursor-pointer"
            aria-label={`${name} „${text}“ übernehmen`}
          />
        </PostForm>
      )}
    </div>
  );
}
