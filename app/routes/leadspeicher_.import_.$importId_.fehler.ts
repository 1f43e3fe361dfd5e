import type { LoaderFunctionArgs } from "@remix-run/node";
import { faultyRowsResponse } from "~/imports/faulty-rows.server";
import { loadImport } from "~/imports/imports.server";
import { notFound } from "~/refusal";

export async function loader({ params, context: { services } }: LoaderFunctionArgs) {
  const loaded = await loadImport(services.db, params.importId ?? "");
  if (loaded === undefined) throw notFound();
  const file = { ...loaded, fileName: loaded.entry.fileName };
  const response = await faultyRowsResponse(file, services.timeZone);
  if (response === null) throw notFound();
  return response;
}
