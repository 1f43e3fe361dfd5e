import { z } from "zod";
import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
} from "../provider";
import { allCompanies } from "../world/companies";
import { hashText } from "../world/seeded-random";
import {
  badRequest,
  errorForStatus,
  methodNotAllowed,
  notEnoughCredits,
  notFound,
  patternNotAllowed,
  unauthorized,
} from "./errors";
import { resultList } from "./result-list";

const SEARCH_PATH = "/search";
const ACCOUNT_PATH = "/account";

/** Keys with which people and tests see an error without a fault rule. */
const KEY_WITHOUT_CREDITS = "demo-ohne-guthaben";
const INVALID_KEY = "demo-ungueltig";
const FREE_KEY = "demo-gratis";

/** More hits on one page cost twice as much. */
const CHEAP_PAGE = 10;
const FREE_PAGE = 19;
/** What a free account may not ask. */
const OPERATORS = /"|\b(?:site|inurl|intitle):/i;

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
  // Made now, so that the first request of a test with short timeouts does not wait for it.
  allCompanies();
  let credits = options.credits ?? 2500;

  function answer(request: DemoRequest): DemoReply {
    if (request.path !== ACCOUNT_PATH && request.path !== SEARCH_PATH) return notFound();
    const method = request.path === ACCOUNT_PATH ? "GET" : "POST";
    if (request.method !== method) return methodNotAllowed(method);
    const key = headerText(request, "x-api-key");
    if (key === "" || key === INVALID_KEY) return unauthorized();
    const balance = key === KEY_WITHOUT_CREDITS ? 0 : credits;
    if (request.path === ACCOUNT_PATH) {
      return jsonReply(200, { balance, rateLimit: 5 }, { delayMs: 150 });
    }
    return balance <= 0 ? notEnoughCredits() : search(request, key);
  }

  function search(request: DemoRequest, key: string): DemoReply {
    const parsed = searchRequestSchema.safeParse(parseJson(request.body));
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join(".");
      return badRequest(field ? `Invalid parameter: ${field}` : "Missing query parameter");
    }
    const { q, num, page, ...rest } = parsed.data;
    if (key === FREE_KEY && (OPERATORS.test(q) || num > FREE_PAGE)) return patternNotAllowed();
    const price = num > CHEAP_PAGE ? 2 : 1;
    credits -= price;
    const hits = resultList(q).slice((page - 1) * num, page * num);
    const found = {
      searchParameters: { q, ...rest, type: "search", num, page, engine: "google" },
      organic: hits.map((hit, index) => ({ ...hit, position: index + 1 })),
      ...(page === 1 && hits.length > 0 ? besides(q) : {}),
      credits: price,
    };
    // Real pages take 0.7 to 1.2 seconds; the same page always takes the same time here.
    return jsonReply(200, found, { delayMs: 700 + (hashText(request.body) % 501) });
  }

  return { name: "serper", answer, errorReply: errorForStatus };
}

/** What stands beside the list on the first page. */
function besides(query: string) {
  return {
    peopleAlsoAsk: [
      {
        question: `Worauf kommt es an bei ${query}?`,
        snippet: "Auf drei Dinge sollte man achten ...",
        title: "Ratgeber im Überblick",
        link: "https://www.ratgeber-demo.example/fragen",
      },
    ],
    relatedSearches: [{ query: `${query} in der Nähe` }, { query: `${query} Bewertungen` }],
  };
}
