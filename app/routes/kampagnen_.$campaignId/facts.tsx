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
    <dl className="campaign-facts">
      {facts
        .filter(([, value, always]) => always || value > 0)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
    </dl>
  );
}
