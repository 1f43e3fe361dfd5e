import { z } from "zod";
import { countUpTo, numberFromForm, TickSchema } from "../http/form-values";
import { QuerySchema } from "../pipelines/company-search/search-schema.server";
import { FEDERAL_STATE_NAMES } from "../reading/places/federal-states";
import { FederalStateSchema } from "../reading/places/places.server";
import { PriceSchema } from "../settings/provider-limits.server";
import {
  CAMPAIGN_KINDS,
  DEFAULT_PER_SEARCH,
  DEFAULT_PLACES,
  MAX_PER_SEARCH,
  MAX_PLACES,
  MAX_TERMS,
  REPEATS,
  UTILITY_TERMS,
} from "./campaign";

const TermsSchema = z
  .array(QuerySchema, "Suchbegriffe als Liste angeben.")
  .max(MAX_TERMS, `Höchstens ${MAX_TERMS} Suchbegriffe.`);

const StatesSchema = z
  .array(FederalStateSchema, "Bundesländer als Liste angeben.")
  .min(1, "Mindestens ein Bundesland wählen.")
  .max(FEDERAL_STATE_NAMES.length, `Höchstens ${FEDERAL_STATE_NAMES.length} Bundesländer.`);

const REPEAT = z.enum(REPEATS, `Erlaubt sind ${REPEATS.join(", ")}.`);
const MAX_CEILING = "Ganze Cent, höchstens 10.000 €.";
const CEILING = z.int(MAX_CEILING).min(0, MAX_CEILING).max(1_000_000, MAX_CEILING);

export const RepeatInputSchema = z.strictObject({
  repeat: REPEAT.describe("Ob die Suchen morgens von selbst wieder laufen"),
  monthlyCeilingCents: CEILING.describe("Was Wiederholungen im Monat kosten dürfen"),
});
export type RepeatInput = z.infer<typeof RepeatInputSchema>;

/** The form has €. */
export const RepeatFormSchema = z.object({
  repeat: REPEAT,
  monthlyCeilingCents: PriceSchema.transform((euros) => Math.round(100 * (euros ?? 0))).pipe(
    CEILING,
  ),
});

const FieldsSchema = z.strictObject({
  kind: z.enum(CAMPAIGN_KINDS, `Erlaubt sind ${CAMPAIGN_KINDS.join(" und ")}.`),
  terms: TermsSchema.optional().describe(
    `Ein bis ${MAX_TERMS} Begriffe; nur bei bundeslaender. Energieversorger sucht ${UTILITY_TERMS.join(", ")}.`,
  ),
  states: StatesSchema.optional().describe("Codes oder Namen; ohne sie alle 16"),
  placesPerState: countUpTo(MAX_PLACES).default(DEFAULT_PLACES),
  count: countUpTo(MAX_PER_SEARCH).default(DEFAULT_PER_SEARCH).describe("Firmen je Suche"),
  again: z
    .boolean()
    .default(false)
    .describe("Auch Suchen, die eine frühere Kampagne schon erledigt hat"),
});
export type CampaignInput = z.infer<typeof FieldsSchema>;

const NO_TERMS = "Mindestens einen Suchbegriff eingeben, zum Beispiel Stadtwerke.";

function checkTerms({ kind, terms }: CampaignInput, context: z.RefinementCtx): void {
  const issue = (message: string) => context.addIssue({ code: "custom", path: ["terms"], message });
  if (kind === "bundeslaender" && (terms ?? []).length === 0) issue(NO_TERMS);
  if (kind === "energieversorger" && terms !== undefined)
    issue(`Eine Kampagne für Energieversorger sucht immer ${UTILITY_TERMS.join(", ")}.`);
}

export const CampaignInputSchema = FieldsSchema.superRefine(checkTerms);

/** One term per line. */
export const linesOf = (text: string) => text.split(/[\r\n]+/).filter((line) => line.trim());

const LinesSchema = z.string("Suchbegriffe als Text eingeben.").transform(linesOf);

/** The terms of the utilities' preset make a campaign of that kind. */
export const CampaignFormSchema = z
  .object({
    terms: LinesSchema.default([]).pipe(TermsSchema.min(1, NO_TERMS)),
    states: StatesSchema,
    placesPerState: z.preprocess(numberFromForm, countUpTo(MAX_PLACES)),
    count: z.preprocess(numberFromForm, countUpTo(MAX_PER_SEARCH)),
    again: TickSchema,
  })
  .transform(({ terms, ...rest }): CampaignInput => {
    const isPreset = terms.join("\n") === UTILITY_TERMS.join("\n");
    return isPreset
      ? { kind: "energieversorger", ...rest }
      : { kind: "bundeslaender", terms, ...rest };
  });
