import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { formAction } from "~/http/form.server";
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

/** Refuses forms of pages that were open before, and shows what was typed. */
export function action({ request }: ActionFunctionArgs) {
  return formAction(request, {});
}

/** Never shown. With it, errors have a page. */
export default function SearchOfOneSource() {
  return null;
}
