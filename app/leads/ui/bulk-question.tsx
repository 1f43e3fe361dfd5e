import { Link } from "@remix-run/react";
import { IntentButton } from "~/components/field";
import { RunProgress } from "~/components/run-progress";
import { formatDate } from "~/format/german";
import { bulkTitle, type PageActionName, removesLeads, takesArgument } from "../bulk/page-actions";
import type { TableProps } from "./lead-table";

export interface Hits {
  total: number;
  totalIsExact?: boolean;
  page?: number;
  filters?: readonly string[];
  asked?: AskedAction | null;
}

export interface RunningAction {
  id: string;
  query: string;
  progress: number;
}

export function BulkProgress({ run }: { run: RunningAction }) {
  return (
    <section className="selection-bar" aria-label="Auswahl">
      <p className="max-w-[60%] flex-none truncate pl-2 font-medium leading-[32px]" role="status">
        Läuft: {run.query}
      </p>
      <RunProgress job={run} label={run.query} className="min-w-20 grow" />
      <Link className="link px-2" to={`/ergebnisse/${run.id}`}>
        Details
      </Link>
    </section>
  );
}

interface AskedAction {
  name: PageActionName;
  /** Tag, owner, day or reason. */
  value: string;
}

export function BulkQuestion({
  asked: { name, value },
  hits: { total, page = 1, filters = [] },
  leads,
  address,
}: { asked: AskedAction; hits: Hits } & Pick<TableProps, "leads" | "address">) {
  const names = leads.slice(0, 3).map(({ companyName, domain }) => companyName ?? domain);
  const isDay = name === "followUp" && !Number.isNaN(Date.parse(value));
  const label = bulkTitle({ name, tag: isDay ? formatDate(value, "UTC") : value }, total);
  const rest = `${total > names.length ? " …" : ""}${name === "enrich" ? " · kann Guthaben kosten" : ""}`;
  return (
    <fieldset className="selection-bar max-md:flex-wrap" aria-label="Auswahl">
      <input type="hidden" name="tag" value={value} />
      <input type="hidden" name="isConfirmed" value="1" />
      <p className="min-w-0 grow break-words pl-2 md:line-clamp-2 md:leading-[16px]" role="status">
        <b>{label}?</b> {[...filters, names.join(", ")].join(" · ")}
        {rest}
      </p>
      <IntentButton
        intent={takesArgument(name) ? `${name}:${value}` : name}
        className={`button ${removesLeads(name) ? "button-bad" : "button-primary"}`}
      >
        {label}
      </IntentButton>
      <Link
        className="button"
        to={address({ auswahl: "alle", page: String(page) })}
        preventScrollReset
      >
        Abbrechen
      </Link>
    </fieldset>
  );
}
