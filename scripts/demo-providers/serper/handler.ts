import { z } from "zod";
import { fail, isWrong, KEY_WITHOUT_CREDITS } from "../errors";
import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
} from "../provider";
import { hashText } from "../world/seeded-random";
import { resultList } from "./result-list";

const NAME = "serper";
const SEARCH_PATH = "/search";
const ACCOUNT_PATH = "/account";

/** More hits on one page cost twice as much. */
const CHEAP_PAGE = 10;

const searchRequestSchema = z.object({
  q: z.string().trim().min(1),
  gl: z.string().default("us"),
  hl: z.string().default("en"),
  num: z.int().min(1).max(100).default(10),
  page: z.int().min(1).default(1),
  autocorrect: z.boolean().default(true),
});

/**
 * Serper: `POST /search` and `GET /account`.
 * Source: https://serper.dev/playground
 *
 * @param options.credits balance at the start; one is taken for every page of ten
 */
export function createSerper(options: { credits?: number } = {}): DemoProvider {
  let credits = options.credits ?? 2500;

  function answer(request: DemoRequest): DemoReply {
    if (request.path !== ACCOUNT_PATH && request.path !== SEARCH_PATH) return fail(NAME, 404);
    const method = request.path === ACCOUNT_PATH ? "GET" : "POST";
    if (request.method !== method) return fail(NAME, 405, { allow: method });
    const key = headerText(request, "x-api-key");
    if (isWrong(key)) return fail(NAME, 403);
    const balance = key === KEY_WITHOUT_CREDITS ? 0 : credits;
    if (request.path === ACCOUNT_PATH) {
      return jsonReply(200, { balance, rateLimit: 5 }, { delayMs: 150 });
    }
    // Used-up credit is a 400 here, not a 402.
    return balance > 0 ? search(request) : fail(NAME, 400, { message: "Not enough credits" });
  }

  function search(request: DemoRequest): DemoReply {
    const parsed = searchRequestSchema.safeParse(parseJson(request.body));
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join(".");
      return fail(NAME, 400, field ? { message: `Invalid parameter: ${field}` } : {});
    }
    const { q, num, page, ...rest } = parsed.data;
    const price = num > CHEAP_PAGE ? 2 : 1;
    credits -= price;
    const hits = resultList(q).slice((page - 1) * num, page * num);
    const found = {
      searchParameters: { q, ...rest, type: "search", num, page, engine: "google" },
      organic: hits.map((hit, index) => ({ ...hit, position: index + 1 })),
      credits: price,
    };
    // Real pages take 0.7 to 1.2 seconds; the same page always takes the same time here.
    return jsonReply(200, found, { delayMs: 700 + (hashText(request.body) % 501) });
  }

  return { name: NAME, answer, errorReply: (status) => fail(NAME, status) };
}
