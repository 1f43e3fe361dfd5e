import { z } from "zod";
import { LeadPatchSchema } from "../edit/lead-patch";
import { takesMany } from "../list/filters";
import { LeadFilterSchema, refuseLoneFilters } from "../list/lead-filter-schema";
import { TagSchema } from "../tag-schema.server";
import { MAX_REASON_LENGTH } from "./block-reason";

const BULK_ACTIONS = [
  "delete",
  "restore",
  "addTag",
  "removeTag",
  "approve",
  "unapprove",
  "enrich",
  "assign",
  "followUp",
  "block",
] as const;

const NO_REASON = "Den Grund nennen.";

/** What an action needs besides the leads, and how a request without it is refused. */
const VALUES = [
  ["tag", ["addTag", "removeTag"], "Den Tag nennen."],
  ["owner", ["assign"], "Sagen, wer zuständig ist; null für niemanden."],
  ["followUpAt", ["followUp"], "Den Tag der Wiedervorlage nennen; null für keine."],
  ["reason", ["block"], NO_REASON],
] as const;

export const BlockReasonSchema = z
  .string(NO_REASON)
  .trim()
  .min(1, NO_REASON)
  .max(MAX_REASON_LENGTH, `Ein Grund hat höchstens ${MAX_REASON_LENGTH} Zeichen.`);

const MAX_BULK_IDS = 10_000;

function toText(value: unknown): unknown {
  return typeof value === "boolean" || typeof value === "number" ? String(value) : value;
}

/** Turns JSON values into query texts, and single values into lists where a filter takes several. */
function toQueryValues(filter: unknown): unknown {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map(toText)];
      return [name, takesMany(name) ? [toText(value)] : toText(value)];
    }),
  );
}

/** Documents each JSON form that a filter field accepts. */
function documentedFields() {
  const { properties = {} } = z.toJSONSchema(LeadFilterSchema, { io: "input" });
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      if (typeof field === "boolean") return [name, field];
      const { description, ...schema } = field;
      const { items } = schema;
      const isSingle = typeof items === "object" && !Array.isArray(items);
      const isTrueOrFalse = schema.enum?.includes("true") === true;
      const forms = [
        schema,
        ...(isSingle ? [items] : []),
        ...(isTrueOrFalse ? [{ type: "boolean" as const }] : []),
      ];
      const about = description === undefined ? {} : { description };
      return [name, { ...about, ...(forms.length === 1 ? schema : { anyOf: forms }) }];
    }),
  );
}

const JsonFilterSchema = z
  .preprocess(
    toQueryValues,
    z
      .strictObject(LeadFilterSchema.shape, "Ein JSON-Objekt mit Filtern.")
      .superRefine(refuseLoneFilters),
  )
  .meta({
    override: {
      properties: documentedFields(),
      description: "Die Filter von GET /api/leads; Wahrheitswerte und Zahlen auch als JSON",
    },
  });

const countMessage = "Die Zahl der Treffer, die der Filter haben soll.";

export const BulkRequestSchema = z
  .strictObject({
    action: z.enum(BULK_ACTIONS, `Erlaubt sind ${BULK_ACTIONS.join(", ")}.`),
    tag: TagSchema.optional().describe("Nur bei addTag und removeTag"),
    owner: LeadPatchSchema.shape.owner.describe("Nur bei assign; null für niemanden"),
    followUpAt: LeadPatchSchema.shape.followUpAt.describe(
      "Nur bei followUp: ein Tag oder eine Zeit; null für keine",
    ),
    reason: BlockReasonSchema.optional().describe("Nur bei block: warum nicht mehr"),
    ids: z
      .array(z.string("Ein Text."), "Eine Liste von ids.")
      .max(MAX_BULK_IDS, `Höchstens ${MAX_BULK_IDS.toLocaleString("de-DE")} ids auf einmal.`)
      .optional(),
    filter: JsonFilterSchema.optional(),
    expectedCount: z
      .int(countMessage)
      .min(0, countMessage)
      .optional()
      .describe(
        "Mit filter: so viele Leads sollen es sein; sind es andere, geschieht nichts (409)",
      ),
  })
  .superRefine(({ action, ids, filter, expectedCount, ...values }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    for (const [name, actions, message] of VALUES) {
      const isNeeded = actions.some((one) => one === action);
      if (isNeeded && values[name] === undefined) issue(name, message);
      if (!isNeeded && values[name] !== undefined) issue(name, `Gehört nicht zu ${action}.`);
    }
    if (ids === undefined && filter === undefined) issue("ids", "ids oder filter nennen.");
    if (ids !== undefined && filter !== undefined) issue("filter", "Entweder ids oder filter.");
    if (filter !== undefined && expectedCount === undefined) issue("expectedCount", countMessage);
    if (ids !== undefined && expectedCount !== undefined) {
      issue("expectedCount", "Gehört nur zu filter.");
    }
    if (action === "restore" && filter !== undefined) {
      issue("filter", "Gelöschte Leads werden über ids wiederhergestellt.");
    }
  });
