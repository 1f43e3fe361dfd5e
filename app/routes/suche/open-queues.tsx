import { Link } from "@remix-run/react";
import { ListOrdered } from "lucide-react";
import type { OpenQueue } from "~/search/queue/search-queue.server";
import { MODE_NAMES, queueAddress } from "~/search/search-mode";

/** The way to searches that were started together and are still under way. */
export function OpenQueues({ queues }: { queues: readonly OpenQueue[] }) {
  if (queues.length === 0) return null;
  return (
    <section className="card p-4" aria-label="Laufende Suchen">
      <ul className="space-y-2">
        {queues.map(({ id, mode, count, over }) => (
          <li key={id} className="flex items-start gap-2">
            <ListOrdered size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
            <p className="min-w-0 tabular-nums">
              <Link className="link" to={queueAddress(id)}>
                {count} gestartete Suchen: {MODE_NAMES[mode]}
              </Link>{" "}
              <span className="text-muted">
                · {over} von {count} fertig
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
