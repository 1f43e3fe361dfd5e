import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  replace,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { Time } from "~/components/time";
import { flashHeaders } from "~/http/flash.server";
import { readForm } from "~/http/read-form.server";
import { findTeamTexts, runTeamTextsForm } from "~/settings/team-settings-form.server";
import { SettingsTabs } from "~/settings/ui/settings-tabs";
import { TextsForm } from "./texts-form";

export const meta: MetaFunction = () => [{ title: "Angebot und Absender – Leadspeicher" }];

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return findTeamTexts(services.db);
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const by = { actor, now: Date.now() };
  const outcome = await runTeamTextsForm(services.db, await readForm(request), by);
  if ("form" in outcome) return data(outcome.form, { status: outcome.status });
  throw replace("/einstellungen/texte", { headers: await flashHeaders(outcome.flash) });
}

export default function TextsPage() {
  const { texts, lastChange } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <main className="max-w-[768px] p-4 md:p-6">
      <PageHeader
        title="Einstellungen"
        facts="Wonach Leads beurteilt und womit E-Mails entworfen werden."
      />
      <SettingsTabs />
      <p className="mt-4 text-[13px] text-muted">
        {lastChange === null ? (
          "Es gelten noch die Vorgaben des Programms."
        ) : (
          <>
            Zuletzt geändert <Time iso={new Date(lastChange.at).toISOString()} /> von{" "}
            {lastChange.by}
          </>
        )}
      </p>
      <TextsForm
        texts={sent?.texts ?? texts}
        errors={sent?.errors ?? {}}
        conflict={sent?.conflict ?? null}
        seen={lastChange === null ? "" : String(lastChange.at)}
      />
    </main>
  );
}
