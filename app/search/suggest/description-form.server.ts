import { isRefusal } from "../../refusal";
import type { SearchPair } from "../queue/search-pair";
import type { SearchMode } from "../search-mode";
import { type SuggestServices, suggestSearches } from "./suggest-searches.server";
import { DescriptionSchema, MAX_DESCRIPTION } from "./suggestion-input";

/** What became of a description: searches, or the reason why there are none. */
type DescriptionOutcome =
  | { pairs: SearchPair[] }
  /** What is wrong with the description itself. */
  | { error: string; status: 422 }
  /** What kept the language model from answering. */
  | { problem: string; status: number };

/** What was typed, to be shown again; longer than allowed, so that nothing is lost, but not without bounds. */
export function typedDescription(form: FormData): string {
  const value = form.get("description");
  return typeof value === "string" ? value.slice(0, MAX_DESCRIPTION * 5) : "";
}

/** Asks for searches that fit the description of a form. */
export async function submitDescription(
  services: SuggestServices,
  form: FormData,
  mode: SearchMode,
  signal: AbortSignal,
): Promise<DescriptionOutcome> {
  const parsed = DescriptionSchema.safeParse(form.get("description"));
  if (!parsed.success) return { error: parsed.error.issues[0]?.message ?? "", status: 422 };
  try {
    const input = { description: parsed.data, mode, history: [] };
    return { pairs: await suggestSearches(services, input, { signal }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { problem: error.message, status: error.status };
  }
}
