import { useNavigation } from "@remix-run/react";
import { Globe } from "lucide-react";
import { useContext } from "react";
import { IntentButton, PostForm } from "../../components/field";
import { formatCount } from "../../format/german";
import { countsOnlyNew, requestedCount } from "../../jobs/job";
import { JOB_KINDS } from "../../jobs/kinds/registry";
import { isOver, type JobSnapshot } from "../../jobs/progress/job-snapshot";
import { KeysContext } from "../../settings/ui/settings-hint";

function missingOf(snapshot: JobSnapshot): number {
  const { job, parts, totals } = snapshot;
  if (snapshot.area !== null) return 0;
  const { continuesAs } = JOB_KINDS[job.kind];
  const hasEnded = isOver(snapshot) && parts.every(({ status }) => status !== "cancelled");
  const isComplete = continuesAs !== undefined && job.status === "complete" && hasEnded;
  const reached = countsOnlyNew(job) ? totals.storedNew : totals.stored;
  return isComplete ? Math.max(0, requestedCount(job) - reached) : 0;
}

export function SupplementNote({ snapshot, action }: { snapshot: JobSnapshot; action: string }) {
  const isPossible = useContext(KeysContext).includes("serper");
  const isStarting = useNavigation().formData?.get("intent") === "supplement";
  if (snapshot.supplement !== null) {
    const { query, generated } = snapshot.supplement;
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
  const missing = missingOf(snapshot);
  if (!isPossible || missing === 0) return null;
  return (
    <PostForm
      action={action}
      className="mt-2 flex gap-x-4 gap-y-1 border-line border-t pt-2 max-md:flex-col-reverse md:items-center"
      preventScrollReset
    >
      <IntentButton
        intent="supplement"
        icon={Globe}
        label={isStarting ? "Ergänzende Suche startet …" : "Ergänzende Suche starten"}
        disabled={isStarting}
      />
      <p className="text-[13px] text-muted">
        {formatCount(missing, "Firma fehlt", "Firmen fehlen")}.
        <span className="max-md:hidden">
          {" "}
          Eine Websuche mit einem anderen Suchbegriff findet oft weitere.
        </span>
      </p>
    </PostForm>
  );
}
