import { z } from "zod";
import { LeadFilterSchema, LeadSortSchema } from "../leads/list/lead-filters";

const EXPORT_VARIANTS = ["view", "with-email", "approved"] as const;

/** As many leads as an export may name one by one. */
const MAX_EXPORT_IDS = 200;

export const LeadExportQuerySchema = z.strictObject({
  ...LeadFilterSchema.shape,
  ...LeadSortSchema.shape,
  ids: z
    .array(z.string())
    .transform((values) => values.flatMap((value) => value.split(",").filter(Boolean)))
    .pipe(z.array(z.string()).max(MAX_EXPORT_IDS, `Höchstens ${MAX_EXPORT_IDS} ids.`))
    .optional()
    .describe("Nur diese Leads; mehrere durch Komma oder wiederholt"),
  variant: z
    .enum(EXPORT_VARIANTS, `Erlaubt sind ${EXPORT_VARIANTS.join(", ")}.`)
    .default("view")
    .describe(
      "view: wie gefiltert; with-email: davon die mit E-Mail; approved: davon die freigegebenen",
    ),
});

export type LeadExportQuery = z.infer<typeof LeadExportQuerySchema>;
