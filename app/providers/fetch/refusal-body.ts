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
  /** Google's status word. */
  status: WordsSchema,
  statusCode: StatusSchema,
  code: StatusSchema,
});

function ownWords(body: unknown): string | undefined {
  const refusal = RefusalSchema.safeParse(body).data;
  if (refusal === undefined) return undefined;
  const { message, error_explained, details, detail, error } = refusal;
  const parts = [WordsSchema.parse(error), details ?? detail].filter((part) => part !== undefined);
  return message ?? error_explained ?? (parts.join(": ") || undefined);
}

/** Services use different fields for their message, at the top level or inside `error`. */
export function errorText(body: unknown): string | null {
  const refusal = RefusalSchema.safeParse(body).data;
  const inner = RefusalSchema.safeParse(refusal?.error).data;
  return ownWords(body) ?? ownWords(inner) ?? inner?.status ?? refusal?.status ?? null;
}

/** Words that imply a status if the answer names none. */
const STATUS_WORDS: readonly [RegExp, number][] = [
  [/credit|balance|billing|payment/i, 402],
  [/unauthori[sz]ed|api[ _-]?key|invalid (?:key|token)/i, 401],
  [/too many|rate.?limit|quota|exhausted/i, 429],
  [/not[ _]found/i, 404],
];

/** Fields of a refusal, and fields that echo the request or a count. */
const REFUSAL_FIELDS = new Set([
  ...Object.keys(RefusalSchema.shape),
  ...["success", "credits", "searchParameters"],
]);
const isFilled = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** Some services refuse with status 200; others add a message to a good answer. */
export function hiddenStatus(body: unknown): number | null {
  const refusal = RefusalSchema.safeParse(body).data;
  if (refusal === undefined) return null;
  const others = Object.entries(Object(body)).flatMap(([name, value]) =>
    REFUSAL_FIELDS.has(name) ? [] : [value],
  );
  if (others.some(isFilled)) return null;
  const { message, error, statusCode, code } = refusal;
  const status = statusCode ?? code ?? RefusalSchema.safeParse(error).data?.code;
  if (status !== undefined) return status;
  const isAlone = others.every((value) => Array.isArray(value));
  const words = WordsSchema.parse(error) ?? ownWords(error);
  if (words === undefined && !(message !== undefined && isAlone)) return null;
  const errorJson = JSON.stringify([message, error]);
  return STATUS_WORDS.find(([pattern]) => pattern.test(errorJson))?.[1] ?? 502;
}
