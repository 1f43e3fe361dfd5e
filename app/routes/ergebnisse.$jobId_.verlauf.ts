import type { LoaderFunctionArgs } from "@remix-run/node";
import { readResultsQuery } from "~/jobs/progress/job-snapshot";
import { notFound } from "~/refusal";

/** Followers fetch this themselves; revalidating it with their page would loop forever. */
export const shouldRevalidate = () => false;

/** A job's state, and a deferred promise that resolves when the page should ask again. */
export async function loader({ params, request, context: { services } }: LoaderFunctionArgs) {
  const query = readResultsQuery(new URL(request.url).searchParams);
  const followed = await services.follower.follow(params.jobId ?? "", request.signal, query);
  if (followed === undefined) throw notFound();
  return followed;
}
