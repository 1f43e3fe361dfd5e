import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "~/refusal";
import { SEARCH_SOURCES } from "~/search/search-input";

/** The former pages of one source: the search with that source preset. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const name = params.search?.toLowerCase() ?? "";
  if (!SEARCH_SOURCES.has(name)) throw notFound();
  const { searchParams } = new URL(request.url);
  searchParams.set("quelle", name);
  return redirect(`/suche?${searchParams}`);
}
