import { apiRoute, handle } from "~/http/api-route.server";
import { invalidInput } from "~/http/problem";
import { dryRunReport } from "~/imports/import-page.server";
import { ImportProblem } from "~/imports/import-problem";
import { importFile } from "~/imports/imports.server";
import { importLeads } from "~/imports/imports-api";

export const { loader, action } = apiRoute(
  handle(importLeads, async ({ body: { file, dryRun }, context: { services, actor } }) => {
    try {
      if (dryRun === "true") return Response.json(await dryRunReport(services.db, file));
      const started = await importFile(services, file, actor);
      const headers = { location: `/api/jobs/${started.jobId}` };
      return Response.json(started, { status: 202, headers });
    } catch (error) {
      if (!(error instanceof ImportProblem)) throw error;
      throw invalidInput([{ path: "file", message: error.message }]);
    }
  }),
);
