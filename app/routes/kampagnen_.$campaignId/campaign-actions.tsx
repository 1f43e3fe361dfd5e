import { Form, Link } from "@remix-run/react";
import { Pause, Play, RotateCcw, Trash2 } from "lucide-react";
import type { Campaign } from "~/campaigns/campaign";

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
          <button type="submit" name="intent" value="repeat" className="button">
            <RotateCcw size={16} aria-hidden />
            Fehlgeschlagene noch einmal
          </button>
        ) : null}
        {status === "running" ? (
          <button type="submit" name="intent" value="pause" className="button">
            <Pause size={16} aria-hidden />
            Pausieren
          </button>
        ) : null}
        {status === "paused" ? (
          <button type="submit" name="intent" value="resume" className="button button-primary">
            <Play size={16} aria-hidden />
            Fortsetzen
          </button>
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
      <button type="submit" name="intent" value="delete" className="button button-bad">
        Kampagne löschen
      </button>
      <Link className="button" to={address} preventScrollReset replace>
        Behalten
      </Link>
    </Form>
  );
}
