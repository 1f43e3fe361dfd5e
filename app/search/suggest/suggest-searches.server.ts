import { z } from "zod";
import type { Db } from "~db/client";
import { findSearchPairs } from "~db/queries/search-history";
import { askModel, MISSING_MODEL_KEY } from "../../language-model/ask-model.server";
import { refuseModelFailure } from "../../language-model/model-refusal.server";
import type { Providers } from "../../providers/providers.server";
import { conflict } from "../../refusal";
import type { SearchPair } from "../queue/search-pair";
import { MAX_SUGGESTED_TEXT, tidyText } from "../search-words.server";
import type { SuggestionInput } from "./suggestion-input";
import { suggestionInstructions } from "./suggestion-prompt";
import { findPairFaults, MAX_PAIRS, MIN_PAIRS } from "./suggestion-rules.server";

export interface SuggestServices {
  db: Db;
  timeZone: string;
  providers: Pick<Providers, "languageModel">;
}

const AnswerSchema = z.strictObject({
  queries: z.array(z.strictObject({ query: z.string(), region: z.string() })),
});

const BOUNDS = {
  // Of the map with the smallest limit.
  perSearch: 60,
  minPairs: MIN_PAIRS,
  maxPairs: MAX_PAIRS,
  maxText: MAX_SUGGESTED_TEXT,
};
/** Of the mode's earlier searches: those the model is told, and those none may repeat. */
const TOLD = 50;
const COMPARED = 1_000;
/** Somebody is waiting. */
const TIME_LIMIT_MS = 30_000;

function tidyPairs({ queries }: z.infer<typeof AnswerSchema>): SearchPair[] {
  return queries.map(({ query, region }) => ({ query: tidyText(query), region: tidyText(region) }));
}

/** Why no searches can be suggested, as a sentence; null when they can. */
export async function suggestionUnavailableReason({
  providers,
}: Pick<SuggestServices, "providers">): Promise<string | null> {
  return (await providers.languageModel()) === null ? MISSING_MODEL_KEY : null;
}

/**
 * Asks the language model for two to four searches that fit a description and that the mode's history does not have.
 * Nothing is stored or started.
 *
 * @throws Refusal 409 without a key or calls left, 502 where the model fails
 */
export async function suggestSearches(
  services: SuggestServices,
  { description, mode, history }: SuggestionInput,
  { signal }: { signal: AbortSignal },
): Promise<SearchPair[]> {
  const model = await services.providers.languageModel();
  if (model === null) throw conflict(MISSING_MODEL_KEY);
  const stored = await findSearchPairs(services.db, mode, COMPARED);
  const answer = await askModel(
    services,
    model,
    {
      purpose: "ai_search",
      instructions: suggestionInstructions(mode, BOUNDS),
      data: { mode, description, history: [...stored.slice(0, TOLD), ...history] },
      schema: AnswerSchema,
      check: (given) => findPairFaults(tidyPairs(given), [...stored, ...history]),
      timeLimitMs: TIME_LIMIT_MS,
    },
    { signal, jobId: null },
  ).catch(refuseModelFailure);
  return tidyPairs(answer);
}
