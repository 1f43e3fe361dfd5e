import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "~/http/not-found";
import { faultyRowsResponse } from "~/imports/faulty-rows.server";
import { loadImport } from "~/imports/imports.server";

export async function loader({ params, context: { services } }: LoaderFunctionArgs) {
  const loaded = await loadImport(services.db, params.importId ?? "");
  if (loaded === undefined) return notFound();
  const { entry, table, mapping } = loaded;
  const file = { fileName: entry.fileName, table, mapping };
  return (await faultyRowsResponse(file, services.timeZone)) ?? notFound();
}
