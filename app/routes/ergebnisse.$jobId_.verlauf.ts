import type { LoaderFunctionArgs } from "@remix-run/node";
import { followJob } from "~/jobs/progress/follow-job.server";
import { readResultsQuery } from "~/jobs/progress/job-snapshot";
import { notFound } from "~/refusal";

/** Who follows asks by itself; loading it whenever the page loads anew would never end. */
export const shouldRevalidate = () => false;

/** A job's state and the chain of its next states, for a page that follows it. */
export async function loader({ params, request, context: { services } }: LoaderFunctionArgs) {
  const query = readResultsQuery(new URL(request.url).searchParams);
  const chain = await followJob(services, params.jobId ?? "", request.signal, query);
  if (chain === undefined) throw notFound();
  return chain;
}
