import { Link } from "@remix-run/react";
import { numeric, Table } from "~/components/table";
import { Time } from "~/components/time";
import { formatNumber } from "~/format/german";
import type { ImportView } from "~/imports/import-page.server";
import { JOB_STATES } from "~/jobs/job-words";

const STATES: Record<ImportView["state"], { label: string; badge: string }> = {
  ...JOB_STATES,
  draft: { label: "noch nicht importiert", badge: "badge" },
  complete: { label: "importiert", badge: "badge badge-good" },
  undoing: { label: "wird rückgängig gemacht", badge: "badge" },
  undone: { label: "rückgängig gemacht", badge: "badge badge-warn" },
};

export function RecentImports({ imports }: { imports: readonly ImportView[] }) {
  if (imports.length === 0) return null;
  return (
    <section className="mt-6">
      <h2>Frühere Importe</h2>
      <Table
        caption="Frühere Importe"
        columns={["Datei", "Stand", "Hochgeladen", numeric("Neu"), numeric("Bereits vorhanden")]}
        className="mt-2"
      >
        {imports.map(({ id, fileName, state, createdAt, fresh, known }) => (
          <tr key={id}>
            <td className="md:max-w-[360px]">
              <Link
                to={`/leadspeicher/import/${id}`}
                className="block truncate font-medium no-underline hover:underline"
              >
                {fileName}
              </Link>
            </td>
            <td className="whitespace-nowrap text-right md:text-left">
              <span className={STATES[state].badge}>{STATES[state].label}</span>
            </td>
            <td className="whitespace-nowrap text-[13px] text-muted md:text-[14px] md:text-text">
              <Time iso={createdAt} />
            </td>
            <td className="only-wide text-right">
              {state === "draft" ? null : formatNumber(fresh)}
            </td>
            <td className="only-wide text-right">
              {state === "draft" ? null : formatNumber(known)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
