import { Link } from "@remix-run/react";
import { Time } from "~/components/time";
import type { LeadSource } from "~/leads/get-lead.server";

const PROVIDERS: Record<string, string> = {
  "google-places": "Google Places",
  import: "Import",
};

export function Sources({ sources }: { sources: readonly LeadSource[] }) {
  return (
    <section aria-labelledby="quellen-titel">
      <h2 id="quellen-titel">Quellen</h2>
      <ul className="mt-2 space-y-2">
        {sources.map((source) => {
          const text = `${source.term ?? "Ohne Suchbegriff"}${source.region ? ` in ${source.region}` : ""}`;
          const provider = source.provider && (PROVIDERS[source.provider] ?? source.provider);
          return (
            <li key={source.id} className="text-[13px]">
              {source.jobId === null ? (
                text
              ) : (
                <Link className="link" to={`/ergebnisse/${source.jobId}`}>
                  {text}
                </Link>
              )}
              <span className="block text-muted">
                <Time iso={source.foundAt} />
                {provider ? ` · ${provider}` : ""}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
