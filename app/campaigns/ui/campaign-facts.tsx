import { Link } from "@remix-run/react";
import { CircleAlert, CircleCheck, CirclePause, CirclePlay } from "lucide-react";
import { Figures } from "../../components/figures";
import { formatCount, formatNumber } from "../../format/german";
import type { Campaign } from "../campaign-schema";

const STATES = {
  running: { label: "läuft", badge: "badge", Icon: CirclePlay },
  paused: { label: "pausiert", badge: "badge badge-warn", Icon: CirclePause },
  stopped: { label: "angehalten", badge: "badge badge-bad", Icon: CircleAlert },
  complete: { label: "fertig", badge: "badge badge-good", Icon: CircleCheck },
};

export function CampaignBadge({ status, pauseReason }: Pick<Campaign, "status" | "pauseReason">) {
  const { label, badge, Icon } = STATES[pauseReason === null ? status : "stopped"];
  return (
    <span className={badge}>
      <Icon size={12} aria-hidden />
      {label}
    </span>
  );
}

/** Leaves out failed and cancelled searches: retrying them would lower the count. */
export function doneCount({ done, skipped }: Campaign["progress"]): number {
  return done + skipped;
}

export function CampaignBar({ name, progress }: Pick<Campaign, "name" | "progress">) {
  const { total } = progress;
  const finished = doneCount(progress);
  return (
    <div>
      <p className="text-[13px] tabular-nums">
        {formatNumber(finished)} von {formatCount(total, "Suche", "Suchen")}
      </p>
      <progress
        className="progress mt-1"
        max={total}
        value={finished}
        aria-label={`Fortschritt von ${name}`}
      />
    </div>
  );
}

interface CampaignFiguresProps extends Pick<Campaign, "id" | "status" | "progress"> {
  cost: string | null;
}

export function CampaignFigures({ id, status, progress, cost }: CampaignFiguresProps) {
  const { newLeads, found, done, skipped, waiting, running, failed, cancelled } = progress;
  const rare = [
    { label: "übersprungen", value: skipped },
    { label: "fehlgeschlagen", value: failed },
    { label: "abgebrochen", value: cancelled },
  ];
  return (
    <>
      <Link className="underline" to={`/leadspeicher?campaignId=${id}&isNew=true`}>
        {formatCount(newLeads, "neuer Lead", "neue Leads")}
      </Link>
      <Figures
        className="mt-1"
        items={[
          { label: "gefunden", value: found },
          { label: "fertig", value: done },
          { label: "offen", value: waiting + running },
          ...rare.filter(({ value }) => value > 0),
        ]}
      />
      {cost === null ? null : (
        <p className="mt-1 text-[13px] text-muted">
          {status === "complete" ? "Kosten" : "Kosten bisher"} {cost}
        </p>
      )}
    </>
  );
}
