import type { LoaderFunctionArgs } from "@remix-run/node";
import { kindNamed } from "~/jobs/kinds/registry";
import { followPipelineRuns } from "~/jobs/progress/pipeline-runs.server";
import { notFound } from "~/refusal";

/** Who follows asks by itself; loading it whenever the page loads anew would never end. */
export const shouldRevalidate = () => false;

/** The open runs of a pipeline and the chain of their next states, for a page that follows them. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const kind = kindNamed(new URL(request.url).searchParams.get("kind"));
  if (kind === undefined) throw notFound();
  return followPipelineRuns(services, kind, request.signal);
}
