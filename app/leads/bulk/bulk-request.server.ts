import { z } from "zod";
import { takesMany } from "../list/filters";
import { LeadFilterSchema, refuseLoneFilters } from "../list/lead-filter-schema";
import { TagSchema } from "../tag-schema.server";

const BULK_ACTIONS = [
  "delete",
  "restore",
  "addTag",
  "removeTag",
  "approve",
  "unapprove",
  "enrich",
] as const;

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
  .superRefine(({ action, tag, ids, filter, expectedCount }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const needsTag = action === "addTag" || action === "removeTag";
    if (needsTag && tag === undefined) issue("tag", "Den Tag nennen.");
    if (!needsTag && tag !== undefined) issue("tag", `Gehört nicht zu ${action}.`);
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
