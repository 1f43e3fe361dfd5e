import { z } from "zod";
import { findPlace } from "~db/german-places";
import { PAGING } from "../../http/paging.server";
import { parseFederalState } from "../../reading/places/parse-federal-state";
import { SOURCE_TYPES } from "../lead";
import { normalizeTag } from "../tag";
import names from "./filter-names.json";
import { BESIDE, LEAD_SORTS, MAX_QUERY_LENGTH, RADIUS_KM, TODAY } from "./lead-filters";

export const trueOrFalse = z
  .enum(["true", "false"], "Erlaubt sind true und false.")
  .transform((value) => value === "true");
const tooLong = `Höchstens ${MAX_QUERY_LENGTH} Zeichen.`;
const text = z.string("Ein Text.");
const listMessage = "Ein Text oder eine Liste von Texten.";
const words = z
  .array(text.trim().min(1, "Darf nicht leer sein.").max(MAX_QUERY_LENGTH, tooLong), listMessage)
  .max(100, "Höchstens 100 Werte.");

const oneText = text.trim().min(1, "Darf nicht leer sein.").max(MAX_QUERY_LENGTH, tooLong);
const EMPTY_FIELDS = Object.keys(names.empty);
const RADIUS = "Eine ganze Zahl von 1 bis 500.";
const kilometres = z.coerce.number(RADIUS).int(RADIUS).min(1, RADIUS).max(500, RADIUS);
const tags = words.transform((values) => values.map(normalizeTag));
const states = z
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
  .max(16, "Höchstens 16 Bundesländer.");

const SCORE = "Eine ganze Zahl von 1 bis 5.";
const FIRST_YEAR = 1900;
const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** „2026-11-20“, „today“ or a time with zone, in a year of four digits. */
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

/** Repeated `term`, `companyType` or `federalState` widen the list, repeated `tag` narrows it. */
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
  tag: tags.optional().describe("Tag, groß oder klein geschrieben; mehrere gelten als UND"),
  companyType: words.optional().describe("Firmentyp; mehrere gelten als ODER"),
  federalState: states
    .optional()
    .describe("Bundesland als Name oder Kürzel (Bayern, BY); mehrere gelten als ODER"),
  without: z
    .array(z.enum(EMPTY_FIELDS, `Erlaubt sind ${EMPTY_FIELDS.join(", ")}.`), listMessage)
    .optional()
    .describe("Ein Feld, das leer ist; mehrere gelten als UND"),
  offerPackage: words.optional().describe("Angebotspaket; mehrere gelten als ODER"),
  postalCode: text
    .trim()
    .regex(/^\d{1,5}$/, "Bis zu fünf Ziffern.")
    .optional()
    .describe("Die ersten Ziffern der Postleitzahl"),
  near: oneText
    .refine(
      (place) => findPlace(place) !== undefined,
      "Ein Ort in Deutschland oder eine Postleitzahl.",
    )
    .optional()
    .describe(
      "Um diesen Ort: ein Name („Kassel“, „Neustadt (Hessen)“, sonst der größte des Namens), eine Postleitzahl oder Breite und Länge („51.32,9.50“). Leads liegen, wo ihre Quelle sie verortet, sonst am Ort ihrer Postleitzahl",
    ),
  radiusKm: kilometres
    .optional()
    .describe(`Neben near: so viele Kilometer; ${RADIUS_KM}, wo nichts gesagt ist`),
  owner: words.optional().describe("Zuständig: Name einer Person; mehrere gelten als ODER"),
  followUpDue: trueOrFalse.optional().describe("Nur mit einer Wiedervorlage heute oder früher"),
  contactedBefore: dayOrTime.optional().describe("Kontaktiert, und seit diesem Tag nicht mehr"),
  "not.tag": tags.optional().describe("Keiner dieser Tags"),
  "not.term": words.optional().describe("Unter keinem dieser Suchbegriffe gefunden"),
  "not.companyType": words.optional().describe("Keiner dieser Firmentypen"),
  "not.federalState": states.optional().describe("In keinem dieser Bundesländer"),
  "not.offerPackage": words.optional().describe("Keines dieser Angebotspakete"),
  "not.owner": words.optional().describe("Keine dieser Personen ist zuständig"),
  jobId: words.optional().describe("Von diesem Lauf gefunden; mehrere gelten als ODER"),
  campaignId: oneText.optional().describe("Von einer Suche dieser Kampagne gefunden"),
  isNew: trueOrFalse
    .optional()
    .describe("Neben jobId oder campaignId: nur, was dort neu war (true), oder schon bekannt"),
  sourceType: z.enum(SOURCE_TYPES, `Erlaubt sind ${SOURCE_TYPES.join(", ")}.`).optional(),
  minScore: z.coerce.number(SCORE).int(SCORE).min(1, SCORE).max(5, SCORE).optional(),
  createdFrom: dayOrTime
    .optional()
    .describe("Ab diesem Tag (today ist immer der heutige), oder ab dieser Zeit"),
  createdTo: dayOrTime
    .optional()
    .describe("Bis zu diesem Tag einschließlich, oder vor dieser Zeit"),
});
export type LeadFilter = z.infer<typeof LeadFilterSchema>;

export function refuseLoneFilters(query: object, context: z.RefinementCtx): void {
  const given = new Map<string, unknown>(Object.entries(query));
  for (const [name, others] of Object.entries(BESIDE)) {
    if (given.get(name) === undefined || others.some((other) => given.get(other) !== undefined))
      continue;
    const message = `Gilt nur neben ${others.join(" oder ")}.`;
    context.addIssue({ code: "custom", path: [name], message });
  }
}

export const LeadSortSchema = z.strictObject({
  sort: z.enum(LEAD_SORTS, `Erlaubt sind ${LEAD_SORTS.join(", ")}.`).default("createdAt"),
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
