import { z } from "zod";

const WordsSchema = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.join(" "))])
  .pipe(z.string().trim().min(1))
  .optional()
  .catch(undefined);
const StatusSchema = z.int().min(400).max(599).optional().catch(undefined);

const RefusalSchema = z.object({
  message: WordsSchema,
  error_explained: WordsSchema,
  details: WordsSchema,
  detail: WordsSchema,
  error: z.unknown().optional(),
  /** A word of Google's. */
  status: WordsSchema,
  statusCode: StatusSchema,
  code: StatusSchema,
});

/** Each service has another field for its words. */
export function errorText(body: unknown): string | null {
  const refusal = RefusalSchema.safeParse(body).data;
  if (refusal === undefined) return null;
  const { message, error_explained, details, detail, error, status } = refusal;
  const said = message ?? error_explained ?? details ?? detail ?? WordsSchema.parse(error);
  return said ?? errorText(error) ?? status ?? null;
}

/** Stand for a status where the answer names none. */
const STATUS_WORDS: readonly [RegExp, number][] = [
  [/credit|balance|billing|payment/i, 402],
  [/unauthori[sz]ed|api[ _-]?key|invalid (?:key|token)/i, 401],
  [/too many|rate.?limit|quota|exhausted/i, 429],
  [/not[ _]found/i, 404],
];

/** Some services refuse with a good status. */
export function hiddenStatus(body: unknown): number | null {
  const refusal = RefusalSchema.safeParse(body).data;
  if (refusal === undefined) return null;
  const { message, error, statusCode, code } = refusal;
  const status = statusCode ?? code ?? RefusalSchema.safeParse(error).data?.code;
  if (status !== undefined) return status;
  if (!message && (!error || Object.keys(error).length === 0)) return null;
  const said = JSON.stringify([message, error]);
  return STATUS_WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 502;
}
