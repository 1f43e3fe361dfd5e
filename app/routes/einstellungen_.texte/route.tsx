import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Time } from "~/components/time";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { findTeamTexts, teamTextForms } from "~/settings/team-settings-form.server";
import { SettingsPage } from "~/settings/ui/settings-frame";
import { TextsForm } from "./texts-form";

export const meta: MetaFunction = () => [{ title: "Angebot und Absender – Leadspeicher" }];

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return findTeamTexts(services.db);
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const by = { actor, now: Date.now() };
  return formAction(request, teamTextForms(services.db, by));
}

export default function TextsPage() {
  const { texts, lastChange } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <SettingsPage facts="Wonach Leads beurteilt und womit E-Mails entworfen werden.">
      <p className="mt-4 text-[13px] text-muted">
        {lastChange === null ? (
          "Es gelten noch die Vorgaben des Programms."
        ) : (
          <>
            Zuletzt geändert <Time iso={lastChange.updatedAt} /> von {lastChange.updatedBy}
          </>
        )}
      </p>
      <TextsForm
        texts={sent?.texts ?? texts}
        errors={replyTo(sent, "save")?.errors ?? {}}
        conflict={sent?.conflict ?? null}
        seen={lastChange === null ? "" : String(lastChange.updatedAt)}
      />
    </SettingsPage>
  );
}
