import type { LoaderFunctionArgs } from "@remix-run/node";
import { classRowsResponse } from "~/imports/class-rows.server";
import { loadImport } from "~/imports/imports.server";
import { isRowClass } from "~/imports/row-classes";
import { notFound } from "~/refusal";

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const loaded = await loadImport(services.db, params.importId ?? "");
  if (loaded === undefined) throw notFound();
  const classes = new URL(request.url).searchParams.getAll("klasse").filter(isRowClass);
  const file = { ...loaded, fileName: loaded.entry.fileName };
  const response = await classRowsResponse(services.db, file, classes, services.timeZone);
  if (response === null) throw notFound();
  return response;
}
