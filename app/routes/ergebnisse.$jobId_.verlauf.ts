import type { LoaderFunctionArgs } from "@remix-run/node";
import { readResultsQuery } from "~/jobs/progress/job-snapshot";
import { notFound } from "~/refusal";

/** Who follows asks by itself; loading it whenever the page loads anew would never end. */
export const shouldRevalidate = () => false;

/** A job's state, and a deferred promise that resolves when the page shall ask for the next one. */
export async function loader({ params, request, context: { services } }: LoaderFunctionArgs) {
  const query = readResultsQuery(new URL(request.url).searchParams);
  const followed = await services.follower.follow(params.jobId ?? "", request.signal, query);
  if (followed === undefined) throw notFound();
  return followed;
}
