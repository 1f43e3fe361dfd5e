import type { LoaderFunctionArgs } from "@remix-run/node";
import { followJob } from "~/jobs/progress/follow-job.server";
import { readResultsQuery } from "~/jobs/progress/job-snapshot";
import { linesOf } from "~/jobs/progress/snapshot-lines.server";
import { notFound } from "~/refusal";

/** A job's state and each later one as a line of JSON, for a page that follows it. */
export async function loader({ params, request, context: { services } }: LoaderFunctionArgs) {
  const query = readResultsQuery(new URL(request.url).searchParams);
  const chain = await followJob(services, params.jobId ?? "", request.signal, query);
  if (chain === undefined) throw notFound();
  return linesOf(chain);
}
