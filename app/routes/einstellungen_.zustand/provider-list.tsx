import { Link } from "@remix-run/react";
import { Time } from "~/components/time";
import { formatCount, formatNumber } from "~/format/german";
import { isoTime } from "~/format/iso-time";
import type { Health } from "~/health/find-health.server";

type Provider = Health["providers"][number];

/** Each service with its last answer, today's calls and its pace. */
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
                <Link
                  to={`/einstellungen#${provider.service}`}
                  className="no-underline hover:underline"
                >
                  {provider.name}
                </Link>
              </h3>
              <StateBadge provider={provider} />
            </div>
            <p>
              <LastAnswer last={provider.last} />
            </p>
            <p className="text-[13px] text-muted tabular-nums">
              <Today {...provider} /> <Pace paces={provider.paces} />
            </p>
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

function LastAnswer({ last }: Pick<Provider, "last">) {
  if (last === null)
    return <span className="text-muted">In den letzten 7 Tagen nicht gefragt.</span>;
  return (
    <>
      Zuletzt <Time iso={isoTime(last.time)} />: {last.failure ?? "gute Antwort"}
    </>
  );
}

function Today({ today, failedToday }: Pick<Provider, "today" | "failedToday">) {
  if (today === 0) return "Heute keine Aufrufe.";
  const calls = formatCount(today, "Aufruf", "Aufrufe");
  const failed = failedToday === 0 ? "" : `, davon ${formatNumber(failedToday)} fehlgeschlagen`;
  return `Heute ${calls}${failed}.`;
}

/** How fast it may be asked, what is under way and waits, and whether it asked for a pause. */
function Pace({ paces }: Pick<Provider, "paces">) {
  const sum = (of: "underWay" | "waiting") => paces.reduce((all, pace) => all + pace[of], 0);
  const [limits] = paces;
  const heldUntil = paces.reduce((last, pace) => Math.max(last, pace.heldUntil ?? 0), 0);
  if (limits === undefined) return null;
  return (
    <>
      Höchstens {formatNumber(limits.maxConcurrent)} zugleich und{" "}
      {formatNumber(limits.maxPerMinute)} in der Minute; gerade {formatNumber(sum("underWay"))}{" "}
      unterwegs, {formatNumber(sum("waiting"))} in der Schlange.
      {heldUntil > 0 ? (
        <>
          {" "}
          Der Dienst bat um eine Pause bis <Time iso={isoTime(heldUntil)} />.
        </>
      ) : null}
    </>
  );
}
