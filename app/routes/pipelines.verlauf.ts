import type { LoaderFunctionArgs } from "@remix-run/node";
import { JOB_TYPES } from "~/jobs/job";
import { followPipelineRuns } from "~/jobs/pipeline-runs.server";
import { notFound } from "~/refusal";

/** Who follows asks by itself; loading it whenever the page loads anew would never end. */
export const shouldRevalidate = () => false;

/** The open runs of a pipeline and the chain of their next states, for a page that follows them. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("type");
  const type = JOB_TYPES.find((name) => name === asked);
  if (type === undefined) throw notFound();
  return followPipelineRuns(services, type, request.signal);
}
