import { z } from "zod";
import { PAGING } from "../http/paging.server";

export const YieldQuerySchema = z.strictObject({
  month: z
    .string()
    .regex(/^(\d{4}-\d{2})?$/, "Ein Monat wie 2026-11.")
    .default(""),
  provider: z.string().max(100, "Höchstens 100 Zeichen.").default(""),
  sort: z.enum(["spent", "perNew"], "Erlaubt sind spent und perNew.").default("spent"),
  ...PAGING,
});

const euros = z
  .number()
  .nullable()
  .describe("null, wenn ein Preis nicht bekannt ist oder es keinen solchen Lead gibt");

const YieldTotalSchema = z.object({
  calls: z.int(),
  euros,
  found: z.int(),
  newLeads: z.int(),
  withEmail: z.int().describe("Wie approved und contacted: von den neuen, die es noch gibt"),
  approved: z.int(),
  contacted: z.int(),
  eurosPerNew: euros,
  eurosPerApproved: euros,
});

const text = z.string().nullable().describe("null für Aufrufe, die zu keiner Suche gehören");
const key = { month: z.string(), term: text, place: text, provider: z.string() };

export const YieldSchema = z
  .object({ rows: z.array(YieldTotalSchema.extend(key)), total: z.int(), sums: YieldTotalSchema })
  .meta({ id: "Yield" });
