import { z } from "zod";

/** What an import's job was asked for; stands in the job's `params`. */
export const ImportParamsSchema = z.object({
  mode: z.literal("import"),
  importId: z.string(),
  fileName: z.string(),
  rows: z.int(),
});
export type ImportParams = z.infer<typeof ImportParamsSchema>;
