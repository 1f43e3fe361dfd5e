import { z } from "zod";
import { countUpTo, numberFromForm } from "../http/form-values";
import { QuerySchema } from "../pipelines/company-search/search-schema.server";
import { FEDERAL_STATE_NAMES } from "../reading/places/federal-states";
import { FederalStateSchema } from "../reading/places/places.server";
import { formText } from "../text/form-text";
import {
  CAMPAIGN_KINDS,
  DEFAULT_PER_SEARCH,
  DEFAULT_PLACES,
  MAX_PER_SEARCH,
  MAX_PLACES,
  MAX_TERMS,
  UTILITY_TERMS,
} from "./campaign";

const MISSING_TERMS = "Mindestens einen Suchbegriff eingeben, zum Beispiel Stadtwerke.";
const MISSING_STATES = "Mindestens ein Bundesland wählen.";

const TermsSchema = z
  .array(QuerySchema, "Suchbegriffe als Liste angeben.")
  .max(MAX_TERMS, `Höchstens ${MAX_TERMS} Suchbegriffe.`);

export const CampaignInputSchema = z
  .strictObject({
    kind: z.enum(CAMPAIGN_KINDS, `Erlaubt sind ${CAMPAIGN_KINDS.join(" und ")}.`),
    terms: TermsSchema.optional().describe(
      `Ein bis ${MAX_TERMS} Begriffe; nur bei bundeslaender. Energieversorger sucht ${UTILITY_TERMS.join(", ")}.`,
    ),
    states: z
      .array(FederalStateSchema, "Bundesländer als Liste angeben.")
      .min(1, MISSING_STATES)
      .max(FEDERAL_STATE_NAMES.length, `Höchstens ${FEDERAL_STATE_NAMES.length} Bundesländer.`)
      .optional()
      .describe("Codes oder Namen; ohne sie alle 16"),
    placesPerState: countUpTo(MAX_PLACES).default(DEFAULT_PLACES),
    count: countUpTo(MAX_PER_SEARCH).default(DEFAULT_PER_SEARCH).describe("Firmen je Suche"),
    again: z
      .boolean()
      .default(false)
      .describe("Auch Suchen, die eine frühere Kampagne schon erledigt hat"),
  })
  .superRefine(({ kind, terms }, context) => {
    const issue = (message: string) =>
      context.addIssue({ code: "custom", path: ["terms"], message });
    if (kind === "bundeslaender" && (terms ?? []).length === 0) issue(MISSING_TERMS);
    if (kind === "energieversorger" && terms !== undefined) {
      issue(`Eine Kampagne für Energieversorger sucht immer ${UTILITY_TERMS.join(", ")}.`);
    }
  });
export type CampaignInput = z.infer<typeof CampaignInputSchema>;

type CampaignForm = { input: CampaignInput } | { errors: Partial<Record<string, string>> };

export function readCampaignForm(sent: URLSearchParams | FormData): CampaignForm {
  const kind = formText(sent, "kind");
  const terms = formText(sent, "terms")
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const parsed = CampaignInputSchema.safeParse({
    kind,
    terms: kind === "energieversorger" ? undefined : terms,
    states: sent.getAll("states"),
    placesPerState: numberFromForm(formText(sent, "placesPerState")),
    count: numberFromForm(formText(sent, "count")),
    again: formText(sent, "again") === "on",
  });
  if (parsed.success) return { input: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    errors[String(path[0] ?? "")] ??= message;
  }
  // zod checks the whole only after its parts pass.
  if (kind === "bundeslaender" && terms.length === 0) errors.terms ??= MISSING_TERMS;
  return { errors };
}
