import { Form } from "@remix-run/react";
import type { OpenSession } from "~/access/sign-in/sessions.server";
import { IntentButton } from "~/components/field";
import { Time } from "~/components/time";

export function SessionList({
  sessions,
  currentHash,
}: {
  sessions: readonly OpenSession[];
  currentHash: string;
}) {
  return (
    <section className="mt-8" aria-labelledby="sitzungen-titel">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div>
          <h2 id="sitzungen-titel">Sitzungen</h2>
          <p className="text-muted">
            Eine Sitzung endet 7 Tage nach der letzten Nutzung, spätestens nach 30 Tagen.
          </p>
        </div>
        {sessions.length < 2 ? null : (
          <Form method="post" reloadDocument>
            <IntentButton intent="end-others">Alle anderen beenden</IntentButton>
          </Form>
        )}
      </div>
      <ul className="card mt-2 divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.hash} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 grow">
              <p className="font-medium wrap-anywhere">
                {session.client}
                {session.hash === currentHash ? (
                  <span className="badge badge-good ml-2">diese Sitzung</span>
                ) : null}
              </p>
              <p className="flex flex-wrap gap-x-4 text-[13px] text-muted tabular-nums">
                <span>
                  Seit <Time iso={session.createdAt} />
                </span>
                <span>
                  Zuletzt aktiv <Time iso={session.lastSeenAt} />
                </span>
              </p>
            </div>
            {session.hash === currentHash ? null : (
              <Form method="post" reloadDocument>
                <input type="hidden" name="session" value={session.hash} />
                <IntentButton intent="end-session">Beenden</IntentButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
