import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { isoTime } from "~/format/iso-time";
import { trustClock } from "~/health/clock.server";
import { findHealth } from "~/health/find-health.server";
import { findTroubles, type Trouble } from "~/health/find-troubles";
import { formAction, pageForm } from "~/http/form.server";
import { SettingsFrame } from "~/settings/ui/settings-frame";
import { ProviderList } from "./provider-list";
import { BackupCard, FaultCard, QueueCard, StoreCard } from "./sections";

export const meta: MetaFunction = () => [{ title: "Zustand – Leadspeicher" }];

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return findHealth(services, Date.now());
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const trust = pageForm({
    schema: z.object({}),
    async run() {
      await trustClock(services.db, { actor, now: Date.now() });
      return { to: "/einstellungen/zustand" };
    },
  });
  return formAction(request, { clock: trust });
}

export default function HealthPage() {
  const health = useLoaderData<typeof loader>();
  const { now, startedAt, queue, providers, faults } = health;
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
      {troubles.map(({ tone, text, step, link, button }) => (
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
          {button === undefined ? null : (
            <Form method="post" className="mt-2">
              <button type="submit" name="intent" value="clock" className="button">
                {button}
              </button>
            </Form>
          )}
        </Notice>
      ))}
    </section>
  );
}
