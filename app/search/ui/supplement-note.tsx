import { Form, useNavigation } from "@remix-run/react";
import { Globe } from "lucide-react";
import { useContext } from "react";
import { IntentButton } from "../../components/field";
import { formatCount } from "../../format/german";
import { askedCount, isFinished, isForNew } from "../../jobs/job";
import { JOB_KINDS } from "../../jobs/kinds/registry";
import type { JobSnapshot, SupplementTerm } from "../../jobs/progress/job-snapshot";
import { KeysContext } from "../../settings/ui/settings-hint";

type Supplemented = Pick<JobSnapshot, "job" | "parts" | "totals" | "supplement">;

function missingOf({ job, parts, totals }: Omit<Supplemented, "supplement">): number {
  const { continuesAs } = JOB_KINDS[job.kind];
  const hasEnded = parts.every((part) => isFinished(part) && part.status !== "cancelled");
  const isComplete = continuesAs !== undefined && job.status === "complete" && hasEnded;
  const reached = isForNew(job) ? totals.storedNew : totals.stored;
  return isComplete ? Math.max(0, askedCount(job) - reached) : 0;
}

export function SupplementNote({ snapshot, action }: { snapshot: Supplemented; action: string }) {
  const isPossible = useContext(KeysContext).includes("serper");
  if (snapshot.supplement !== null) return <Query {...snapshot.supplement} />;
  const missing = missingOf(snapshot);
  if (!isPossible || missing === 0) return null;
  return <Start key={snapshot.job.id} missing={missing} action={action} />;
}

function Query({ query, generated }: SupplementTerm) {
  return (
    <p className="mt-3 flex gap-2 border-line border-t pt-3 text-[13px]">
      <Globe size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        Ergänzende Suche: „{query}“{" "}
        <span className="text-muted">
          ({generated ? "vom Sprachmodell vorgeschlagen" : "mit dem ursprünglichen Suchbegriff"})
        </span>
      </span>
    </p>
  );
}

function Start({ missing, action }: { missing: number; action: string }) {
  const isStarting = useNavigation().formData?.get("intent") === "supplement";
  return (
    <div className="mt-3 border-line border-t pt-3">
      <Form method="post" action={action} preventScrollReset>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <IntentButton intent="supplement" disabled={isStarting}>
            <Globe size={16} aria-hidden />
            {isStarting ? "Ergänzende Suche startet …" : "Ergänzende Suche starten"}
          </IntentButton>
          <p className="text-[13px] text-muted">
            {formatCount(missing, "Firma fehlt", "Firmen fehlen")}. Eine Websuche mit einem anderen
            Suchbegriff findet oft weitere.
          </p>
        </div>
      </Form>
    </div>
  );
}
