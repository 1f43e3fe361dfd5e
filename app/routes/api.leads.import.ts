import { apiRoute, handle } from "~/http/api-route.server";
import { dryRunReport } from "~/imports/import-page.server";
import { importFile } from "~/imports/imports.server";
import { importLeads } from "~/imports/imports-api";

export const { loader, action } = apiRoute(
  handle(importLeads, async ({ body: { file, dryRun }, context: { services, actor } }) => {
    if (dryRun === "true") return Response.json(await dryRunReport(services.db, file));
    const started = await importFile(services, file, actor);
    const headers = { location: `/api/jobs/${started.jobId}` };
    return Response.json(started, { status: 202, headers });
  }),
);
