import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { IntentButton, PostForm } from "~/components/field";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { trustClock } from "~/health/clock.server";
import { findHealth } from "~/health/find-health.server";
import { findTroubles } from "~/health/find-troubles";
import { formAction, pageForm } from "~/http/form.server";
import { SettingsPage } from "~/settings/ui/settings-frame";
import { FigureCard } from "./figure-card";

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
  const { now, startedAt } = health;
  const troubles = findTroubles(health);
  return (
    <SettingsPage
      facts={
        <>
          Stand <Time iso={now} />, läuft seit <Time iso={startedAt} />.
        </>
      }
      actions={
        <Link className="button" to="/einstellungen/zustand" reloadDocument>
          Neu laden
        </Link>
      }
    >
      <Notice tone="good" className="mt-4">
        {troubles.length === 0 && "Alles in Ordnung."}
      </Notice>
      {/* The worst first, each with its next step. */}
      <section aria-label="Was zu tun ist" className="mt-4 space-y-2 empty:hidden">
        {troubles.map(({ tone, text, step, link, button }) => (
          <Notice key={text} tone={tone}>
            <p className="font-medium">{text}</p>
            <p>
              {step}{" "}
              {link && (
                <Link className="underline" to={link.to}>
                  {link.label}
                </Link>
              )}
            </p>
            {button && (
              <PostForm className="mt-2">
                <IntentButton intent="clock" label={button} />
              </PostForm>
            )}
          </Notice>
        ))}
      </section>
      <FigureCard health={health} />
    </SettingsPage>
  );
}
