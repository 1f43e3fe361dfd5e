import { z } from "zod";
import { fail, isWrong } from "../errors";
import {
  bearerKey,
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  readBody,
  textReply,
} from "../provider";
import { hashText } from "../world/seeded-random";
import { csvOf, type DemoProfile, profilesFor } from "./profiles";

const NAME = "vayne";

const LIMITS = { daily_limit_leads: 2500, daily_limit_accounts: 1000, enrichment_credits: 0 };
const SEARCH_URL = /^https:\/\/www\.linkedin\.com\/sales\/(?:search\/(?:people|company)|lists\/)/;

const urlRequestSchema = z.object({ url: z.string().max(5000).regex(SEARCH_URL) });
const orderRequestSchema = urlRequestSchema.extend({
  name: z.string().min(1),
  limit: z.int().min(1).nullish(),
});
const exportRequestSchema = z.object({ export_format: z.literal("simple") });

/** An order's state after each poll, and the share of its profiles scraped by then. */
const ORDER_STATES = [
  ["initialization", 0],
  ["segmenting", 0],
  ["scraping", 0.5],
  ["finished", 1],
] as const;

interface Order {
  /** The order's values, with the API's names. */
  fields: { id: number; name: string; url: string; limit: number | null; total: number };
  profiles: DemoProfile[];
  createdAt: string;
  polls: number;
  /** Export requests so far; the first is refused, as if another export were running. */
  exportRequests: number;
  exportStatus: "not_started" | "processing" | "completed";
}

/**
 * Vayne: credits, session, number of hits, orders that advance with every poll, and their files. A finished order costs
 * one credit per profile.
 * Source: https://www.vayne.io/en/api-documentation
 */
export function createVayne(): DemoProvider {
  let credits = 2000;
  const orders: Order[] = [];

  function answer(request: DemoRequest): DemoReply {
    if (request.path.startsWith("/files/")) return answerFile(request);
    if (isWrong(bearerKey(request))) return fail(NAME, 401);
    const [, id, action = ""] = /^\/api\/orders\/([^/]+)(\/export)?$/.exec(request.path) ?? [];
    const order = orders.find((known) => String(known.fields.id) === id);
    const wanted = request.method + action;
    if (order && wanted === "GET") return poll(request, order);
    if (order && wanted === "POST/export") return exportOrder(request, order);
    switch (`${request.method} ${request.path}`) {
      case "GET /api/credits":
        return jsonReply(200, { credit_available: credits, ...LIMITS }, { delayMs: 120 });
      case "GET /api/linkedin_authentication": {
        const session = { linkedin_authentication: "active", has_cookie: true };
        return jsonReply(200, session, { delayMs: 120 });
      }
      case "POST /api/url_checks":
        return countHits(request);
      case "GET /api/orders":
        return jsonReply(200, { orders: orders.map((known) => orderJson(known, request)) });
      case "POST /api/orders":
        return start(request);
      default:
        return fail(NAME, 404);
    }
  }

  function countHits(request: DemoRequest): DemoReply {
    const { input } = readBody(urlRequestSchema, request);
    if (input === undefined) return fail(NAME, 422);
    const total = profilesFor(input.url).length;
    return jsonReply(200, { total, type: kindOf(input.url) }, { delayMs: 1500 });
  }

  function start(request: DemoRequest): DemoReply {
    const { input } = readBody(orderRequestSchema, request);
    if (input === undefined) return fail(NAME, 422);
    if (credits <= 0) return fail(NAME, 402);
    const { name, url, limit = null } = input;
    if (orders.some(({ fields }) => fields.name === name)) {
      return fail(NAME, 422, { message: "Name has already been taken" });
    }
    const all = profilesFor(url);
    const order: Order = {
      fields: { id: 45001 + orders.length, name, url, limit, total: all.length },
      profiles: all.slice(0, limit ?? all.length),
      createdAt: new Date().toISOString(),
      polls: 0,
      exportRequests: 0,
      exportStatus: "not_started",
    };
    orders.push(order);
    return orderReply(201, order, request);
  }

  function poll(request: DemoRequest, order: Order): DemoReply {
    const wasFinished = isFinished(order);
    order.polls += 1;
    if (order.exportStatus === "processing") order.exportStatus = "completed";
    if (!wasFinished && isFinished(order)) credits = Math.max(0, credits - order.profiles.length);
    return orderReply(isFinished(order) ? 200 : 202, order, request);
  }

  function exportOrder(request: DemoRequest, order: Order): DemoReply {
    if (readBody(exportRequestSchema, request).input === undefined) {
      return fail(NAME, 422, { message: "export_format must be simple" });
    }
    if (!isFinished(order)) return fail(NAME, 422, { message: "The order is not finished" });
    order.exportRequests += 1;
    if (order.exportRequests === 1) return fail(NAME, 409);
    if (order.exportStatus === "not_started") order.exportStatus = "processing";
    return orderReply(202, order, request);
  }

  function answerFile(request: DemoRequest): DemoReply {
    const [, id = ""] = /^\/files\/(\d+)\/simple\.csv$/.exec(request.path) ?? [];
    const order = orders.find((known) => String(known.fields.id) === id);
    const isSigned = request.query.get("signature") === signatureOf(id);
    if (order === undefined || !isSigned) return storageError(403, "AccessDenied", "Access Denied");
    if (headerText(request, "authorization") !== "") {
      return storageError(400, "InvalidArgument", "Only one auth mechanism allowed");
    }
    return textReply(200, "text/csv; charset=utf-8", csvOf(order.profiles), 300);
  }

  return { name: NAME, answer, errorReply: (status) => fail(NAME, status) };
}

function kindOf(url: string): "accounts" | "leads" {
  return url.includes("/search/company") ? "accounts" : "leads";
}

function stateOf({ polls }: Order): (typeof ORDER_STATES)[number] {
  return ORDER_STATES[Math.min(polls, ORDER_STATES.length - 1)] ?? ORDER_STATES[0];
}

function isFinished(order: Order): boolean {
  return stateOf(order)[0] === "finished";
}

function orderReply(status: number, order: Order, request: DemoRequest): DemoReply {
  return jsonReply(status, { order: orderJson(order, request) }, { delayMs: 200 });
}

function orderJson(order: Order, request: DemoRequest) {
  const { fields, profiles, createdAt, exportStatus } = order;
  const [scraping_status, share] = stateOf(order);
  const scraped = Math.floor(profiles.length * share);
  const address = `http://${headerText(request, "host")}/${NAME}/files/${fields.id}/simple.csv`;
  const signed = `${address}?signature=${signatureOf(String(fields.id))}`;
  const file_url = exportStatus === "completed" ? signed : null;
  return {
    ...fields,
    order_type: kindOf(fields.url),
    scraped,
    matching: scraped,
    scraping_status,
    email_enrichment: false,
    export_format: "simple",
    created_at: createdAt,
    exports: { simple: { status: exportStatus, file_url } },
  };
}

function signatureOf(id: string): string {
  return hashText(`file/${id}`).toString(16);
}

/** The files are in an object storage, which answers in XML. */
function storageError(status: number, code: string, message: string): DemoReply {
  const error = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return textReply(status, "application/xml", `<?xml version="1.0" encoding="UTF-8"?>${error}`);
}
