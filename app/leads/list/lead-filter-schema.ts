import { z } from "zod";
import { findPlace } from "~db/german-places";
import { PAGING } from "../../http/paging.server";
import { parseFederalState } from "../../reading/places/parse-federal-state";
import { SOURCE_TYPES } from "../lead";
import { normalizeTag } from "../tag";
import {
  EMPTY,
  FILTER_ROWS,
  type FILTERS,
  type FilterName,
  LEAD_SORTS,
  MAX_QUERY_LENGTH,
  TODAY,
} from "./filters";

export const trueOrFalse = z
  .enum(["true", "false"], "Erlaubt sind true und false.")
  .transform((value) => value === "true");
const tooLong = `Höchstens ${MAX_QUERY_LENGTH} Zeichen.`;
const text = z.string("Ein Text.");
const listMessage = "Ein Text oder eine Liste von Texten.";
const oneText = text.trim().min(1, "Darf nicht leer sein.").max(MAX_QUERY_LENGTH, tooLong);
const words = z.array(oneText, listMessage).max(100, "Höchstens 100 Werte.");
const EMPTY_FIELDS = EMPTY.map(({ value }) => value);
const RADIUS = "Eine ganze Zahl von 1 bis 500.";
const state = text
  .refine((value) => parseFederalState(value) !== null, {
    error: ({ input }) => `„${String(input).slice(0, 60)}“ ist kein Bundesland.`,
  })
  .transform((value) => parseFederalState(value) ?? value);
const states = z.array(state, listMessage).max(16, "Höchstens 16 Bundesländer.");

const SCORE = "Eine ganze Zahl von 1 bis 5.";
const FIRST_YEAR = 1900;
const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** „2026-11-20“, „today“ or a time with zone, in the years 1900 to 9999. */
const dayOrTime = z
  .union(
    [z.literal(TODAY), z.iso.date(), z.iso.datetime({ offset: true })],
    "Ein Datum in der Form 2026-11-20, today oder eine Zeit wie 2026-11-20T08:00:00Z.",
  )
  .refine(
    (value) =>
      value === TODAY ||
      (Number(value.slice(0, 4)) >= FIRST_YEAR && Date.parse(value) <= LAST_TIME),
    "Das Jahr muss zwischen 1900 und 9999 liegen.",
  );

const KINDS = {
  search: text
    .max(MAX_QUERY_LENGTH, tooLong)
    .transform((value) => value.replace(/\p{Cc}+/gu, " ").trim() || undefined),
  name: oneText,
  words,
  tags: words.transform((values) => values.map(normalizeTag)),
  states,
  fields: z.array(z.enum(EMPTY_FIELDS, `Erlaubt sind ${EMPTY_FIELDS.join(", ")}.`), listMessage),
  flag: trueOrFalse,
  only: trueOrFalse,
  day: dayOrTime,
  digits: text.trim().regex(/^\d{1,5}$/, "Bis zu fünf Ziffern."),
  place: oneText.refine(
    (place) => findPlace(place) !== undefined,
    "Ein Ort in Deutschland oder eine Postleitzahl.",
  ),
  kilometres: z.coerce.number(RADIUS).int(RADIUS).min(1, RADIUS).max(500, RADIUS),
  source: z.enum(SOURCE_TYPES, `Erlaubt sind ${SOURCE_TYPES.join(", ")}.`),
  score: z.coerce.number(SCORE).int(SCORE).min(1, SCORE).max(5, SCORE),
};
type FilterShape = {
  [Name in FilterName]: z.ZodOptional<(typeof KINDS)[(typeof FILTERS)[Name]["kind"]]>;
};

function filterShape(): FilterShape;
function filterShape(): Record<string, z.ZodType> {
  const fields = Array.from(FILTER_ROWS, ([name, { kind, about }]) => {
    const field = KINDS[kind].optional();
    return [name, about === undefined ? field : field.describe(about)];
  });
  return Object.fromEntries(fields);
}

export const LeadFilterSchema = z.strictObject(filterShape());
export type LeadFilter = z.infer<typeof LeadFilterSchema>;

export function refuseLoneFilters(query: object, context: z.RefinementCtx): void {
  const given = new Map<string, unknown>(Object.entries(query));
  for (const [name, { requires }] of FILTER_ROWS) {
    if (!requires || given.get(name) === undefined) continue;
    if (requires.some((other) => given.get(other) !== undefined)) continue;
    const message = `Gilt nur neben ${requires.join(" oder ")}.`;
    context.addIssue({ code: "custom", path: [name], message });
  }
}

export const LeadSortSchema = z.strictObject({
  sort: z
    .enum(LEAD_SORTS, `Erlaubt sind ${LEAD_SORTS.join(", ")}.`)
    .optional()
    .describe("Ohne Angabe createdAt, mit followUpDue der Tag der Wiedervorlage"),
  dir: z.enum(["asc", "desc"], "Erlaubt sind asc und desc.").optional(),
});

export const LeadListQuerySchema = z
  .strictObject({
    ...LeadFilterSchema.shape,
    ...LeadSortSchema.shape,
    ...PAGING,
    cursor: z
      .string()
      .max(2_000, "Höchstens 2.000 Zeichen.")
      .optional()
      .describe(
        "nextCursor einer früheren Antwort: geht von dort in gleichbleibender Zeit weiter; statt page",
      ),
  })
  .superRefine(refuseLoneFilters);
export type LeadListQuery = z.infer<typeof LeadListQuerySchema>;
