import { Form, useFetcher, useNavigation } from "@remix-run/react";
import { Globe } from "lucide-react";
import { useContext, useEffect, useRef } from "react";
import { IntentButton } from "../../components/field";
import { Notice } from "../../components/notice";
import { formatCount } from "../../format/german";
import { type FormReply, replyTo } from "../../http/form-reply";
import { askedCount, isFinished, isForNew } from "../../jobs/job";
import { JOB_KINDS } from "../../jobs/kinds/registry";
import type { JobSnapshot } from "../../jobs/progress/job-snapshot";
import { KeysContext } from "../../settings/ui/settings-hint";
import type { Supplement } from "../search-input";

/** A search on the map, and the web searches that complete it. */
type Supplemented = Pick<JobSnapshot, "job" | "parts" | "totals">;

/** How many companies are missing where a search ended, with its parts, and nobody stopped it. */
function missingOf({ job, parts, totals }: Supplemented): number {
  const { continuesAs } = JOB_KINDS[job.kind];
  const hasEnded = parts.every((part) => isFinished(part) && part.status !== "cancelled");
  const isComplete = continuesAs !== undefined && job.status === "complete" && hasEnded;
  const reached = isForNew(job) ? totals.storedNew : totals.stored;
  return isComplete ? Math.max(0, askedCount(job) - reached) : 0;
}

/**
 * A supplement at the end of a search's card: its query, or the button that starts it. A search that somebody watched
 * is supplemented by itself, once.
 *
 * @param action where it is started: a form with the intent `supplement`
 */
export function SupplementNote({
  snapshot,
  started,
  isWatched,
  action,
}: {
  snapshot: Supplemented;
  started: Supplement | null;
  /** The search was under way when the person came, or was started here. */
  isWatched: boolean;
  action: string;
}) {
  const isPossible = useContext(KeysContext).includes("serper");
  if (started !== null) return <Query {...started} />;
  const missing = missingOf(snapshot);
  if (!isPossible || missing === 0) return null;
  // Where the web was searched in vain, a person decides whether it is asked again.
  const isByItself =
    isWatched &&
    !isForNew(snapshot.job) &&
    snapshot.parts.every(({ status }) => status === "complete");
  return <Start key={snapshot.job.id} missing={missing} isWatched={isByItself} action={action} />;
}

function Query({ query, generated }: Supplement) {
  return (
    <p className="mt-3 flex gap-2 border-line border-t pt-3 text-[13px]">
      <Globe size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        Ergänzende Suche: „{query}“{" "}
        <span className="text-muted">
          (
          {generated
            ? "vom Sprachmodell vorgeschlagen"
            : "ohne Sprachmodell, mit dem ursprünglichen Suchbegriff"}
          )
        </span>
      </span>
    </p>
  );
}

function Start({
  missing,
  isWatched,
  action,
}: {
  missing: number;
  isWatched: boolean;
  action: string;
}) {
  const fetcher = useFetcher<FormReply | undefined>();
  const wasSent = useRef(false);
  useEffect(() => {
    if (!isWatched || wasSent.current) return;
    wasSent.current = true;
    fetcher.submit({ intent: "supplement" }, { method: "post", action, preventScrollReset: true });
  }, [fetcher, isWatched, action]);
  const isStarting =
    useNavigation().formData?.get("intent") === "supplement" || fetcher.state !== "idle";
  const refusal = replyTo(fetcher.data, "supplement")?.problem;
  return (
    <div className="mt-3 border-line border-t pt-3">
      <Notice className="mb-3">{refusal}</Notice>
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
