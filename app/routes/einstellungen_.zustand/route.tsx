import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { isoTime } from "~/format/iso-time";
import { findHealth } from "~/health/find-health.server";
import { findTroubles, type Trouble } from "~/health/find-troubles";
import { SettingsFrame } from "~/settings/ui/settings-frame";
import { ProviderList } from "./provider-list";
import { BackupCard, FaultCard, QueueCard, StoreCard, VersionCard } from "./sections";

export const meta: MetaFunction = () => [{ title: "Zustand – Leadspeicher" }];

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return findHealth(services, Date.now());
}

export default function HealthPage() {
  const health = useLoaderData<typeof loader>();
  const { now, startedAt, queue, providers, faults, versions } = health;
  return (
    <SettingsFrame
      facts={
        <>
          Stand <Time iso={isoTime(now)} />, läuft seit <Time iso={isoTime(startedAt)} />.
        </>
      }
      action={
        <Link className="button" to="/einstellungen/zustand" reloadDocument>
          Neu laden
        </Link>
      }
    >
      <Troubles troubles={findTroubles(health)} />
      <StoreCard health={health} />
      <QueueCard queue={queue} />
      <ProviderList providers={providers} />
      <BackupCard health={health} />
      <FaultCard faults={faults} startedAt={startedAt} />
      <VersionCard versions={versions} />
    </SettingsFrame>
  );
}

/** What is wrong, the worst first, each with what to do; or that nothing is. */
function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  if (troubles.length === 0) {
    return (
      <Notice tone="good" className="mt-4">
        Alles in Ordnung.
      </Notice>
    );
  }
  return (
    <section aria-label="Was zu tun ist" className="mt-4 space-y-2">
      {troubles.map(({ tone, text, step, link }) => (
        <Notice key={text} tone={tone}>
          <p className="font-medium">{text}</p>
          <p>
            {step}{" "}
            {link === undefined ? null : (
              <Link className="underline" to={link.to}>
                {link.label}
              </Link>
            )}
          </p>
        </Notice>
      ))}
    </section>
  );
}
