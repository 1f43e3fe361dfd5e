import { z } from "zod";
import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
} from "../provider";
import { hashText } from "../world/seeded-random";
import { csvOf } from "./csv";
import {
  errorForStatus,
  exportRunning,
  methodNotAllowed,
  notFound,
  paymentRequired,
  unauthorized,
  unprocessable,
} from "./errors";
import { type DemoProfile, profilesFor } from "./profiles";

const NAME = "vayne";

/** Keys with which people and tests see an error without a fault rule. */
const KEY_WITHOUT_CREDITS = "demo-ohne-guthaben";
const KEY_WITHOUT_SESSION = "demo-getrennt";
const INVALID_KEY = "demo-ungueltig";

const DAILY_LIMIT = 2500;
const LONGEST_URL = 5000;
const SEARCH_URL = /^https:\/\/www\.linkedin\.com\/sales\/(?:search\/(?:people|company)|lists\/)/;

const urlRequestSchema = z.object({ url: z.string().max(LONGEST_URL).regex(SEARCH_URL) });
const orderRequestSchema = urlRequestSchema.extend({
  name: z.string().min(1),
  limit: z.int().min(1).nullish(),
});
const exportRequestSchema = z.object({ export_format: z.enum(["simple", "advanced"]) });

/** What the looks at an order show in turn: its state, and the share of its profiles that is there. */
const COURSE = [
  ["initialization", 0],
  ["segmenting", 0],
  ["scraping", 0.5],
  ["finished", 1],
] as const;

interface Order {
  id: number;
  name: string;
  url: string;
  profiles: DemoProfile[];
  limit: number | null;
  total: number;
  createdAt: string;
  /** How often it was looked at, and place in its course. */
  looks: number;
  /** Asks for the file so far: the first is refused, since another is being made. */
  asks: number;
  exportStatus: "not_started" | "processing" | "completed";
}

/**
 * Vayne: credits, session, number of hits, orders that move on with every look, and their files.
 * Source: https://www.vayne.io/en/api-documentation
 *
 * @param options.credits balance at the start; one is taken for every profile of a finished order
 */
export function createVayne(options: { credits?: number } = {}): DemoProvider {
  let credits = options.credits ?? 2000;
  const orders: Order[] = [];

  function answer(request: DemoRequest): DemoReply {
    if (request.path.startsWith("/files/")) return answerFile(request);
    const key = headerText(request, "authorization").replace(/^Bearer(\s+|$)/i, "");
    if (key === "" || key === INVALID_KEY) return unauthorized();
    const [, id = "", action = ""] = /^\/api\/orders\/([^/]+)(\/export)?$/.exec(request.path) ?? [];
    if (id !== "") return answerOrder(request, id, action !== "");
    switch (request.path) {
      case "/api/credits":
        return only("GET", request, () => account(key));
      case "/api/linkedin_authentication":
        return only("GET", request, () => session(key));
      case "/api/url_checks":
        return only("POST", request, () => countHits(request));
      case "/api/orders":
        return request.method === "GET"
          ? list(request)
          : only("POST", request, () => start(request, key));
      default:
        return notFound();
    }
  }

  function account(key: string): DemoReply {
    const balance = key === KEY_WITHOUT_CREDITS ? 0 : credits;
    const body = {
      credit_available: balance,
      daily_limit_leads: DAILY_LIMIT,
      daily_limit_accounts: 1000,
      enrichment_credits: 0,
    };
    return jsonReply(200, body, { delayMs: 120 });
  }

  function countHits(request: DemoRequest): DemoReply {
    const wanted = urlRequestSchema.safeParse(parseJson(request.body));
    if (!wanted.success) return unprocessable("URL is not a valid Sales Navigator search");
    const { url } = wanted.data;
    const type = url.includes("/search/company") ? "accounts" : "leads";
    return jsonReply(200, { total: profilesFor(url).length, type }, { delayMs: 1500 });
  }

  function list(request: DemoRequest): DemoReply {
    return jsonReply(200, { orders: orders.map((order) => orderJson(order, request)) });
  }

  function start(request: DemoRequest, key: string): DemoReply {
    const wanted = orderRequestSchema.safeParse(parseJson(request.body));
    if (!wanted.success) return unprocessable("URL is not a valid Sales Navigator search");
    if (credits <= 0 || key === KEY_WITHOUT_CREDITS) return paymentRequired();
    const { name, url, limit = null } = wanted.data;
    if (orders.some((order) => order.name === name)) {
      return unprocessable("Name has already been taken");
    }
    const all = profilesFor(url);
    const order: Order = {
      id: 45001 + orders.length,
      name,
      url,
      profiles: all.slice(0, limit ?? all.length),
      limit,
      total: all.length,
      createdAt: new Date().toISOString(),
      looks: 0,
      asks: 0,
      exportStatus: "not_started",
    };
    orders.push(order);
    return orderReply(201, order, request);
  }

  function answerOrder(request: DemoRequest, id: string, isExport: boolean): DemoReply {
    const order = orders.find((known) => String(known.id) === id);
    if (order === undefined) return notFound();
    return isExport
      ? only("POST", request, () => exportOrder(request, order))
      : only("GET", request, () => look(request, order));
  }

  function look(request: DemoRequest, order: Order): DemoReply {
    const wasFinished = isFinished(order);
    order.looks += 1;
    if (order.exportStatus === "processing") order.exportStatus = "completed";
    if (!wasFinished && isFinished(order)) credits = Math.max(0, credits - order.profiles.length);
    return orderReply(isFinished(order) ? 200 : 202, order, request);
  }

  function exportOrder(request: DemoRequest, order: Order): DemoReply {
    if (!exportRequestSchema.safeParse(parseJson(request.body)).success) {
      return unprocessable("export_format must be simple or advanced");
    }
    if (!isFinished(order)) return unprocessable("The order is not finished");
    order.asks += 1;
    if (order.asks === 1) return exportRunning();
    if (order.exportStatus === "not_started") order.exportStatus = "processing";
    return orderReply(202, order, request);
  }

  function answerFile(request: DemoRequest): DemoReply {
    const [, id = ""] = /^\/files\/(\d+)\/simple\.csv$/.exec(request.path) ?? [];
    const order = orders.find((known) => String(known.id) === id);
    const isSigned = request.query.get("signature") === signatureOf(id);
    if (order === undefined || !isSigned) return storageError(403, "AccessDenied", "Access Denied");
    if (headerText(request, "authorization") !== "") {
      return storageError(400, "InvalidArgument", "Only one auth mechanism allowed");
    }
    const headers = { "content-type": "text/csv; charset=utf-8" };
    return { status: 200, headers, body: csvOf(order.profiles), delayMs: 300 };
  }

  return { name: NAME, answer, errorReply: errorForStatus };
}

function only(method: string, request: DemoRequest, make: () => DemoReply): DemoReply {
  return request.method === method ? make() : methodNotAllowed(method);
}

function session(key: string): DemoReply {
  const isActive = key !== KEY_WITHOUT_SESSION;
  const state = isActive ? "active" : "inactive";
  return jsonReply(200, { linkedin_authentication: state, has_cookie: isActive }, { delayMs: 120 });
}

function stateOf({ looks }: Order): (typeof COURSE)[number] {
  return COURSE[Math.min(looks, COURSE.length - 1)] ?? COURSE[0];
}

function isFinished(order: Order): boolean {
  return stateOf(order)[0] === "finished";
}

function orderReply(status: number, order: Order, request: DemoRequest): DemoReply {
  return jsonReply(status, { order: orderJson(order, request) }, { delayMs: 200 });
}

function orderJson(order: Order, request: DemoRequest) {
  const [state, share] = stateOf(order);
  const scraped = Math.floor(order.profiles.length * share);
  const fileUrl = `http://${headerText(request, "host")}/${NAME}/files/${order.id}/simple.csv?signature=${signatureOf(String(order.id))}`;
  return {
    id: order.id,
    name: order.name,
    url: order.url,
    order_type: order.url.includes("/search/company") ? "accounts" : "leads",
    limit: order.limit,
    total: order.total,
    scraped,
    matching: scraped,
    scraping_status: state,
    email_enrichment: false,
    export_format: "simple",
    created_at: order.createdAt,
    exports: {
      simple: {
        status: order.exportStatus,
        file_url: order.exportStatus === "completed" ? fileUrl : null,
      },
      advanced: { status: "not_started", file_url: null },
    },
  };
}

function signatureOf(id: string): string {
  return hashText(`file/${id}`).toString(16);
}

/** The files lie in an object storage, which speaks XML. */
function storageError(status: number, code: string, message: string): DemoReply {
  return {
    status,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    delayMs: 0,
  };
}
