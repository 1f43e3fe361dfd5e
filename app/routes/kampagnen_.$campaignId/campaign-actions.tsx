import { Form, Link } from "@remix-run/react";
import { Pause, Play, RotateCcw, Trash2 } from "lucide-react";
import type { Campaign } from "~/campaigns/campaign";
import { IntentButton } from "~/components/field";

export function CampaignActions({
  campaign: { id, status, progress },
  deleting,
}: {
  campaign: Campaign & { id: string };
  deleting: boolean;
}) {
  const address = `/kampagnen/${id}`;
  if (deleting && status !== "running") return <DeleteQuestion address={address} />;
  return (
    <>
      <Form method="post" action={address} className="contents">
        {progress.failed + progress.cancelled > 0 ? (
          <IntentButton intent="repeat">
            <RotateCcw size={16} aria-hidden />
            Fehlgeschlagene noch einmal
          </IntentButton>
        ) : null}
        {status === "running" ? (
          <IntentButton intent="pause">
            <Pause size={16} aria-hidden />
            Pausieren
          </IntentButton>
        ) : null}
        {status === "paused" ? (
          <IntentButton intent="resume" className="button button-primary">
            <Play size={16} aria-hidden />
            Fortsetzen
          </IntentButton>
        ) : null}
      </Form>
      {status === "running" ? null : (
        <Link className="button" to={`${address}?loeschen`} preventScrollReset>
          <Trash2 size={16} aria-hidden />
          Löschen
        </Link>
      )}
    </>
  );
}

function DeleteQuestion({ address }: { address: string }) {
  return (
    <Form method="post" action={address} className="flex flex-wrap items-center gap-2">
      <span>Die Leads bleiben, und was erledigt ist, bleibt für andere Kampagnen erledigt.</span>
      <IntentButton intent="delete" className="button button-bad">
        Kampagne löschen
      </IntentButton>
      <Link className="button" to={address} preventScrollReset replace>
        Behalten
      </Link>
    </Form>
  );
}
