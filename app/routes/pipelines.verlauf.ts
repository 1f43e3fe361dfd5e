import type { LoaderFunctionArgs } from "@remix-run/node";
import { kindNamed } from "~/jobs/kinds/registry";
import { followPipelineRuns } from "~/jobs/progress/pipeline-runs.server";
import { notFound } from "~/refusal";

/** Who follows asks by itself; loading it whenever the page loads anew would never end. */
export const shouldRevalidate = () => false;

/** The open runs of some kinds and the chain of their next states, for a page that follows them. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const names = new URL(request.url).searchParams.getAll("kind");
  const kinds = names.flatMap((name) => kindNamed(name) ?? []);
  if (kinds.length === 0 || kinds.length < names.length) throw notFound();
  return followPipelineRuns(services, kinds, request.signal);
}
