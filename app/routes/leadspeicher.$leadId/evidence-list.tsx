import { Form, Link } from "@remix-run/react";
import { ExternalLink } from "~/components/external-link";
import { IntentButton } from "~/components/field";
import { Time } from "~/components/time";
import type { ShownEvidence } from "~/leads/evidence/show-evidence.server";
import { Entry, FACTS } from "./contact-facts";

type Value = ShownEvidence["values"][number];

/** For each field where its value comes from, and what was found besides, to be taken over. */
export function EvidenceList({ evidence }: { evidence: readonly ShownEvidence[] }) {
  return (
    <details>
      <summary className="cursor-pointer marker:text-muted">
        <h2 className="inline">Herkunft der Angaben</h2>
      </summary>
      <dl className={`mt-2 text-[13px] ${FACTS}`}>
        {evidence.map(({ name, values }) => (
          <Entry key={name} label={name}>
            {values.map((value, index) => (
              <div key={`${value.key} ${value.quote}`} className={index > 0 ? "mt-2" : ""}>
                {value.text === values[index - 1]?.text ? null : (
                  <span className="line-clamp-3">
                    {value.isStanding ? value.text : `auch gefunden: ${value.text}`}
                  </span>
                )}
                <Origin value={value} />
                {value.isStanding ? null : (
                  <Form method="post" preventScrollReset replace>
                    <input type="hidden" name="evidence" value={value.key} />
                    <IntentButton intent="adopt" aria-label={`${name} „${value.text}“ übernehmen`}>
                      Übernehmen
                    </IntentButton>
                  </Form>
                )}
              </div>
            ))}
          </Entry>
        ))}
      </dl>
    </details>
  );
}

/** „Impressum, 21.11.2026 · firma.de/impressum · „Telefon: 030 …““, or „von Anna, 21.11.2026“. */
function Origin({ value: { origin, foundAt, jobId, page, quote } }: { value: Value }) {
  return (
    <span className="block break-words text-muted">
      {jobId === null ? (
        origin
      ) : (
        <Link className="link" to={`/ergebnisse/${jobId}`}>
          {origin}
        </Link>
      )}
      {", "}
      <Time iso={foundAt} day />
      {page === null ? null : " · "}
      {page === null ? null : <ExternalLink href={page.url}>{page.name}</ExternalLink>}
      {quote === null ? null : ` · „${quote}“`}
    </span>
  );
}
