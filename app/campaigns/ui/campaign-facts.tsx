import { Link } from "@remix-run/react";
import { CircleAlert, CircleCheck, CirclePause, CirclePlay } from "lucide-react";
import { formatCount, formatNumber } from "../../format/german";
import type { Campaign } from "../campaign-schema";

type CampaignState = Pick<Campaign, "status" | "pauseReason" | "progress">;

const STATES = {
  running: { label: "läuft", badge: "badge", Icon: CirclePlay },
  paused: { label: "pausiert", badge: "badge badge-warn", Icon: CirclePause },
  complete: { label: "fertig", badge: "badge badge-good", Icon: CircleCheck },
};

export function CampaignBadge({ status, pauseReason }: CampaignState) {
  const { label, badge, Icon } = STATES[status];
  const Shown = pauseReason === null ? Icon : CircleAlert;
  return (
    <span className={pauseReason === null ? badge : "badge badge-bad"}>
      <Shown size={12} aria-hidden />
      {pauseReason === null ? label : "angehalten"}
    </span>
  );
}

/** Searches that are made for good. What failed or was cancelled may be tried again, and would take its figure back. */
export function madeOf({ done, skipped }: Campaign["progress"]): number {
  return done + skipped;
}

export function CampaignBar({ name, campaign }: { name: string; campaign: CampaignState }) {
  const { total } = campaign.progress;
  const made = madeOf(campaign.progress);
  return (
    <div>
      <p className="text-[13px] tabular-nums">
        {formatNumber(made)} von {formatCount(total, "Suche", "Suchen")}
      </p>
      <progress
        className="progress mt-1"
        max={total}
        value={made}
        aria-label={`Fortschritt von ${name}`}
      />
    </div>
  );
}

const NEW = "Neue Leads";

/** Leaves out numbers that say nothing. */
export function CampaignFigures({ id, progress }: Pick<Campaign, "id" | "progress">) {
  const facts: [label: string, value: number, always: boolean][] = [
    [NEW, progress.newLeads, true],
    ["Gefunden", progress.found, true],
    ["Fertig", progress.done, true],
    ["Übersprungen", progress.skipped, false],
    ["Offen", progress.waiting + progress.running, true],
    ["Fehlgeschlagen", progress.failed, false],
    ["Abgebrochen", progress.cancelled, false],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(110px,1fr))] gap-x-4 gap-y-3">
      {facts
        .filter(([, value, always]) => always || value > 0)
        .map(([label, value]) => (
          <div key={label}>
            <dt className="text-[13px] text-muted">{label}</dt>
            <dd className="font-medium text-[16px] tabular-nums">
              {label === NEW ? (
                <Link className="underline" to={`/leadspeicher?campaignId=${id}&isNew=true`}>
                  {formatNumber(value)}
                </Link>
              ) : (
                formatNumber(value)
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}
