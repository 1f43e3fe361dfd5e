import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { z } from "zod";
import { Card } from "~/components/card";
import { IntentButton, PostForm } from "~/components/field";
import { Notice } from "~/components/notice";
import { Command } from "~/components/page";
import { Time } from "~/components/time";
import { formatBytes, formatCount, formatNumber } from "~/format/german";
import { trustClock } from "~/health/clock.server";
import { findHealth, type Health } from "~/health/find-health.server";
import { findHealthIssues } from "~/health/find-health-issues";
import { formAction, pageForm } from "~/http/form.server";
import { SettingsPage } from "~/settings/ui/settings-frame";

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
  const issues = findHealthIssues(health);
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
        {issues.length === 0 && "Alles in Ordnung."}
      </Notice>
      <section aria-label="Was zu tun ist" className="mt-4 space-y-2 empty:hidden">
        {issues.map(({ tone, text, step, link, button }) => (
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

/** „2 laufen, 1 wartet“ */
function describeQueue({ running, waiting, paused }: Health["queue"]): string {
  const counts = [
    running > 0 && `${formatNumber(running)} ${running === 1 ? "läuft" : "laufen"}`,
    waiting > 0 && `${formatNumber(waiting)} ${waiting === 1 ? "wartet" : "warten"}`,
    paused > 0 && `${formatNumber(paused)} ${paused === 1 ? "pausiert" : "pausieren"}`,
  ];
  return counts.filter(Boolean).join(", ") || "Es läuft und wartet nichts.";
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="block text-[13px] text-muted">{children}</span>;
}

function FigureCard({ health }: { health: Health }) {
  const { store, disks, queue, backups, isDemo, version } = health;
  const { last, count, days, folder } = backups;
  const free = disks.map(({ holds, free, total }) => [
    disks.length === 1 ? "Datenträger" : `Datenträger der ${holds}`,
    `${formatBytes(free)} von ${formatBytes(total)} frei`,
  ]);
  const kept =
    days === 0
      ? "Nachts wird keine gemacht (BACKUP_DAYS=0)."
      : `Jede Nacht eine, aufgehoben für ${formatCount(days, "Tag", "Tage")}.`;
  const facts: Record<string, ReactNode> = {
    Datenbank: (
      <>
        {formatBytes(store.size)} mit {formatCount(store.leads, "Lead", "Leads")}
        <Aside>
          {store.freeBytes > 0 ? `Davon ${formatBytes(store.freeBytes)} frei für Neues. ` : ""}
          {store.path}
        </Aside>
      </>
    ),
    ...Object.fromEntries(free),
    Läufe: describeQueue(queue),
    "Letzte Sicherung": isDemo ? (
      "Die Demo wird nicht gesichert."
    ) : (
      <>
        {last ? (
          <>
            <Time iso={last.time} />, {formatBytes(last.size)}
          </>
        ) : (
          "noch keine"
        )}
        <Aside>
          {kept} {count > 0 && `${formatCount(count, "Sicherung", "Sicherungen")} in `}
          {folder}
        </Aside>
      </>
    ),
    Version: version,
  };
  return (
    <Card id="server" title="Server">
      <dl className="mt-2 grid gap-x-4 gap-y-2 tabular-nums sm:grid-cols-[152px_minmax(0,1fr)]">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label} className="sm:contents">
            <dt className="text-[13px] text-muted sm:text-[14px]">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {last === undefined || isDemo ? null : (
        <div className="mt-3 border-line border-t pt-3">
          <p className="text-muted">
            Eine Sicherung zurückholen: den Server beenden, auf ihm den Befehl ausführen, den Server
            wieder starten. Die Datenbank von vorher bleibt daneben liegen.
          </p>
          <Command className="mt-2">npm run restore -- {last.path}</Command>
        </div>
      )}
    </Card>
  );
}
