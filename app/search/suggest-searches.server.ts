import { z } from "zod";
import { findSearchPairs } from "~db/queries/search-history";
import {
  askModel,
  MISSING_MODEL_KEY,
  refuseModelFailure,
} from "../language-model/ask-model.server";
import { brokenRules, type ReadAnswer } from "../language-model/model-answer";
import {
  OptionalRegionSchema,
  QuerySchema,
} from "../pipelines/company-search/search-schema.server";
import { conflict } from "../refusal";
import { readSuggestions } from "./read-suggestions.server";
import type { SearchMode } from "./search-input";
import type { SearchPair } from "./search-schema";
import { SearchModeSchema } from "./search-schema";
import { MAX_SUGGESTED_TEXT } from "./search-words.server";
import type { SupplementServices } from "./start-supplement.server";

const MAX_DESCRIPTION = 2_000;
const MAX_HISTORY = 200;

const missing = "Wen suchen Sie? Zum Beispiel: Stadtwerke in Süddeutschland.";

export const DescriptionSchema = z
  .string(missing)
  .overwrite((text) => text.replaceAll("\r\n", "\n").trim())
  .min(1, missing)
  .max(MAX_DESCRIPTION, "Die Beschreibung darf höchstens 2.000 Zeichen haben.")
  .describe("Wen das Team sucht; Leerraum am Anfang und Ende zählt nicht");

const onePair = "Jede frühere Suche als Objekt mit „query“ und „region“ angeben.";

export const SuggestionInputSchema = z.strictObject({
  description: DescriptionSchema,
  mode: SearchModeSchema,
  history: z
    .array(
      z.strictObject({ query: QuerySchema, region: OptionalRegionSchema }, onePair),
      "Die früheren Suchen als Liste angeben, jede mit „query“ und „region“.",
    )
    .max(MAX_HISTORY, `Höchstens ${MAX_HISTORY} frühere Suchen angeben.`)
    .default([])
    .describe("Frühere Suchen, die nicht noch einmal vorgeschlagen werden"),
});

type SuggestionInput = z.infer<typeof SuggestionInputSchema>;

const PER_SEARCH = 60;
const MIN_PAIRS = 2;
const MAX_PAIRS = 4;

const MODES: Readonly<Record<SearchMode, string>> = {
  stadtwerke:
    "Gesucht werden Stadtwerke und andere Versorger für Strom, Gas, Wasser und Wärme sowie ihre Netzbetreiber. Die Beschreibung sagt, welche davon und wo.",
  industrie:
    "Gesucht werden Industriebetriebe, Hersteller und Betreiber von Industrieparks. Die Beschreibung sagt, welche Branchen und wo.",
  custom: "Gesucht wird genau, was die Beschreibung sagt; keine andere Branche kommt dazu.",
};

function suggestionInstructions(mode: SearchMode): string {
  return `Du planst Firmensuchen auf einer Landkarte für ein deutsches Vertriebsteam. Eine Suche besteht aus einem Suchbegriff („query“) und einer Region („region“). Die Daten enthalten unter „description“, wen das Team sucht, und unter „history“ die bisherigen Suchen.

${MODES[mode]}

Antworte mit ${MIN_PAIRS} bis ${MAX_PAIRS} Suchen, die zusammen möglichst viele passende Firmen finden. Dabei gilt:
- Eine Suche liefert höchstens ${PER_SEARCH} Firmen. Eine große Region wird deshalb geteilt: Deutschland in Bundesländer, ein Bundesland in seine größten Städte oder Gegenden. Nenne nie ganz Deutschland als Region.
- Jede Suche hat eine Branche. Mehrere Branchen werden auf mehrere Suchen verteilt.
- Der Suchbegriff ist die geläufigste Bezeichnung, unter der solche Firmen auf Karten stehen, also „Elektriker“ statt „Elektroinstallationsfachbetrieb“. Ein selteneres Synonym kommt nur in Frage, wenn die geläufige Bezeichnung dort schon gesucht wurde.
- Keine Suche steht schon in „history“, auch nicht in anderer Schreibweise oder mit vertauschten Wörtern, und keine steht doppelt in der Antwort.
- Die Region ist ein deutsches Bundesland, eine deutsche Stadt oder eine deutsche Gegend und nie leer. Nennt die Beschreibung einen Ort, so ist sie dieser Ort oder liegt in ihm. Nennt sie keinen, wähle Regionen mit vielen solchen Firmen, die noch nicht gesucht wurden.
- Ein Suchbegriff hat höchstens ${MAX_SUGGESTED_TEXT} Zeichen: Buchstaben, Ziffern, Leerzeichen, & - und Punkt, keine Anführungszeichen und keine Suchoperatoren. Der Ort steht nur in der Region.
- Wie viele Firmen gesucht werden, entscheidest du nicht.`;
}

const AnswerSchema = z.strictObject({
  queries: z.array(z.strictObject({ query: z.string(), region: z.string() })),
});

type Answer = z.infer<typeof AnswerSchema>;

export const ONLY_ONE =
  "Das Sprachmodell hat auch auf Nachfrage nur eine brauchbare Suche vorgeschlagen.";

const SENT_HISTORY = 50;
const MAX_COMPARED = 1_000;
const TIME_LIMIT_MS = 30_000;

/**
 * Stores and starts nothing.
 * @throws Refusal 409 without a key or calls left, 502 when the model fails
 */
export async function suggestSearches(
  services: Omit<SupplementServices, "jobs">,
  { description, mode, history }: SuggestionInput,
  { signal }: { signal: AbortSignal },
): Promise<SearchPair[]> {
  const model = await services.providers.languageModel();
  if (model === null) throw conflict(MISSING_MODEL_KEY);
  const pairs = await findSearchPairs(services.db, mode, MAX_COMPARED);
  const stored = pairs.map(({ query, region }) => ({ query, region }));
  const before = [...stored, ...history];
  const read = (value: object, kept?: Answer): ReadAnswer<Answer> => {
    const good = kept?.queries ?? [];
    const { pairs, errors } = readSuggestions(value, { description, taken: [...before, ...good] });
    const all = [...good, ...pairs].slice(0, MAX_PAIRS);
    if (all.length >= MIN_PAIRS) return { answer: { queries: all } };
    const wanted = `Verlangt sind ${MIN_PAIRS} bis ${MAX_PAIRS} Suchen, brauchbar sind ${all.length}.`;
    const fault = brokenRules([wanted, ...errors]);
    return all.length === 0 ? { fault } : { answer: { queries: all }, fault };
  };
  const { queries } = await askModel(
    services,
    model,
    {
      purpose: "ai_search",
      instructions: suggestionInstructions(mode),
      data: { mode, description, history: [...stored.slice(0, SENT_HISTORY), ...history] },
      schema: AnswerSchema,
      read,
      timeLimitMs: TIME_LIMIT_MS,
    },
    { signal, jobId: null },
  ).catch(refuseModelFailure);
  return queries;
}
