import type { CampaignState } from "~/campaigns/ui/campaign-facts";
import { formatNumber } from "~/format/german";

/** What a campaign brought so far; numbers that say nothing are left out. */
export function Facts({ progress }: { progress: CampaignState["progress"] }) {
  const facts: [label: string, value: number, always: boolean][] = [
    ["Neue Leads", progress.newLeads, true],
    ["Gefunden", progress.found, true],
    ["Erledigt", progress.done, true],
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
            <dd className="font-medium text-[16px] tabular-nums">{formatNumber(value)}</dd>
          </div>
        ))}
    </dl>
  );
}
