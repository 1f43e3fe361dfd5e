import { z } from "zod";
import { PAGING } from "../../http/paging.server";
import { parseFederalState } from "../federal-states";
import { SOURCE_TYPES } from "../lead";
import { normalizeTag } from "../tag";
import { LEAD_SORTS, MAX_QUERY_LENGTH } from "./lead-filters";

export const trueOrFalse = z
  .enum(["true", "false"], "Erlaubt sind true und false.")
  .transform((value) => value === "true");
const tooLong = `Höchstens ${MAX_QUERY_LENGTH} Zeichen.`;
const text = z.string("Ein Text.");
const listMessage = "Ein Text oder eine Liste von Texten.";
const words = z
  .array(text.trim().min(1, "Darf nicht leer sein.").max(MAX_QUERY_LENGTH, tooLong), listMessage)
  .max(100, "Höchstens 100 Werte.");

const SCORE = "Eine ganze Zahl von 1 bis 5.";
const FIRST_YEAR = 1900;
const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** A day („2026-11-20“) or a time with zone, in a year that dates don't take for another one. */
const dayOrTime = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    "Ein Datum in der Form 2026-11-20 oder eine Zeit wie 2026-11-20T08:00:00Z.",
  )
  .refine(
    // An offset can carry a time past the years that have four digits.
    (value) => Number(value.slice(0, 4)) >= FIRST_YEAR && Date.parse(value) <= LAST_TIME,
    "Das Jahr muss zwischen 1900 und 9999 liegen.",
  );

/**
 * The filters of a list of leads, as query parameters: one grammar for the page, the API, bulk actions and the export.
 * Repeating `term`, `companyType` or `federalState` widens the list (any of them), repeating `tag` narrows it.
 */
export const LeadFilterSchema = z.strictObject({
  q: text
    .max(MAX_QUERY_LENGTH, tooLong)
    .transform((value) => value.replace(/\p{Cc}+/gu, " ").trim() || undefined)
    .optional()
    .describe(
      "Jedes Wort muss irgendwo stehen: in Firma, Domain, E-Mail, Telefon, Adresse, Ort, PLZ, Bundesland, Tags, Firmentyp, Themen, Angebotspaket, Kontakt, Notizen oder Suchbegriffen; „…“ hält Wörter zusammen",
    ),
  term: words
    .optional()
    .describe(
      "Suchbegriff, unter dem der Lead gefunden wurde, groß oder klein; mehrere gelten als ODER",
    ),
  contacted: trueOrFalse.optional(),
  favorite: trueOrFalse.optional(),
  approvedOnly: trueOrFalse.optional(),
  hasEmail: trueOrFalse.optional(),
  hasPhone: trueOrFalse.optional(),
  tag: words
    .transform((tags) => tags.map(normalizeTag))
    .optional()
    .describe("Tag, groß oder klein geschrieben; mehrere gelten als UND"),
  companyType: words.optional().describe("Firmentyp; mehrere gelten als ODER"),
  federalState: z
    .array(
      text.transform((value, context) => {
        const state = parseFederalState(value);
        if (state !== null) return state;
        context.addIssue({
          code: "custom",
          message: `„${value.slice(0, 60)}“ ist kein Bundesland.`,
        });
        return z.NEVER;
      }),
      listMessage,
    )
    .max(16, "Höchstens 16 Bundesländer.")
    .optional()
    .describe("Bundesland als Name oder Kürzel (Bayern, BY); mehrere gelten als ODER"),
  without: z
    .array(z.enum(["federalState"], "Erlaubt ist federalState."), listMessage)
    .optional()
    .describe("Ein Feld, das leer ist; neben federalState trifft nichts zu"),
  sourceType: z.enum(SOURCE_TYPES, `Erlaubt sind ${SOURCE_TYPES.join(", ")}.`).optional(),
  minScore: z.coerce.number(SCORE).int(SCORE).min(1, SCORE).max(5, SCORE).optional(),
  createdFrom: dayOrTime.optional().describe("Ab diesem Tag, oder ab dieser Zeit"),
  createdTo: dayOrTime
    .optional()
    .describe("Bis zu diesem Tag einschließlich, oder vor dieser Zeit"),
});

export const LeadSortSchema = z.strictObject({
  sort: z.enum(LEAD_SORTS, `Erlaubt sind ${LEAD_SORTS.join(", ")}.`).default("createdAt"),
  dir: z.enum(["asc", "desc"], "Erlaubt sind asc und desc.").optional(),
});

export const LeadListQuerySchema = z.strictObject({
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
});
