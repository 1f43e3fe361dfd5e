import { Link } from "@remix-run/react";
import { Time } from "~/components/time";
import { formatCount, formatNumber } from "~/format/german";
import { isoTime } from "~/format/iso-time";
import type { Health } from "~/health/find-health.server";
import { isService } from "~/providers/services";

type Provider = Health["providers"][number];

/** Each service with its last answer and today's calls. */
export function ProviderList({ providers }: { providers: readonly Provider[] }) {
  return (
    <section id="dienste" className="card mt-4 scroll-mt-4" aria-labelledby="dienste-titel">
      <h2 id="dienste-titel" className="px-4 pt-4">
        Dienste
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {providers.map((provider) => (
          <li key={provider.service} className="px-4 py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="font-medium">
                {isService(provider.service) ? (
                  <Link
                    to={`/einstellungen#${provider.service}`}
                    className="no-underline hover:underline"
                  >
                    {provider.name}
                  </Link>
                ) : (
                  provider.name
                )}
              </h3>
              <StateBadge provider={provider} />
            </div>
            {provider.last === null ? null : <LastAnswer last={provider.last} />}
            {provider.isConfigured ? (
              <p className="text-[13px] text-muted tabular-nums">
                <Calls provider={provider} />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function StateBadge({
  provider: { isConfigured, lack, isDisturbed, last },
}: {
  provider: Provider;
}) {
  if (!isConfigured) return <span className="badge">kein Schlüssel</span>;
  if (lack !== null) return <span className="badge badge-bad">{lack}</span>;
  if (isDisturbed) return <span className="badge badge-warn">zuletzt gestört</span>;
  if (last === null) return <span className="badge">bereit</span>;
  return <span className="badge badge-good">in Ordnung</span>;
}

function LastAnswer({ last: { time, failure } }: { last: NonNullable<Provider["last"]> }) {
  return (
    <p>
      Zuletzt <Time iso={isoTime(time)} />: {failure ?? "gute Antwort"}
    </p>
  );
}

function Calls({ provider: { last, today, failedToday } }: { provider: Provider }) {
  if (last === null) return "In den letzten 7 Tagen nicht gefragt.";
  if (today === 0) return "Heute keine Aufrufe.";
  const calls = formatCount(today, "Aufruf", "Aufrufe");
  const failed = failedToday === 0 ? "" : `, davon ${formatNumber(failedToday)} fehlgeschlagen`;
  return `Heute ${calls}${failed}.`;
}
