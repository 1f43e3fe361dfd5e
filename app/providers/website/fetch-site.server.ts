import { Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type Dispatcher, request } from "undici";
import { parseUrl } from "../../text/parse-url";
import { readWithin } from "../fetch/read-within";
import { createGuardedAgent, type GuardOptions, withinTime } from "./guarded-agent.server";
import { type AddressRules, vetAddress } from "./site-address";
import { SiteError } from "./site-error";

export interface SiteDocument {
  url: string;
  status: number;
  contentType: string;
  charset: string;
  /** Unpacked, not decoded. Empty unless the status is a success. */
  bytes: Uint8Array<ArrayBuffer>;
  redirectsTo?: string;
}

interface FetchLimits {
  /** Bytes, packed and unpacked. */
  maxBytes: number;
  /** From the request to the end of the headers, in milliseconds. */
  headersTimeoutMs: number;
  /** The whole call with redirects, in milliseconds. */
  timeoutMs: number;
}

export interface FetchCall extends Partial<FetchLimits> {
  /** Limits redirects; by default all are followed. */
  within?: (next: URL) => boolean;
  anyType?: boolean;
}

export interface SiteFetcherOptions extends GuardOptions, Partial<FetchLimits> {}

export type SiteFetcher = ReturnType<typeof createSiteFetcher>;

const LIMITS: FetchLimits = { maxBytes: 1_000_000, headersTimeoutMs: 5_000, timeoutMs: 10_000 };
const HEADERS = {
  "user-agent": "Leadspeicher/1.0 (Firmenrecherche; einzelne Seiten)",
  accept: "text/html, application/xhtml+xml, text/plain;q=0.8",
  "accept-language": "de, en;q=0.5",
  "accept-encoding": "gzip, deflate, br",
};
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const READ_TYPES = /^(?:text\/(?:html|plain|xml)|application\/(?:xhtml\+)?xml)$/;
const HEADER_CHARSET = /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i;
const EMPTY_STATUS = new Set([204, 205]);
const UNPACKERS = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);
const PARSE_FAULTS =
  /^(?:HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|Z_|ERR_(?:_?ZLIB|BROTLI|STREAM))/;
const TIMEOUTS = /^(?:UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT|ETIMEDOUT|ETIMEOUT|TimeoutError)$/;

type Limits = FetchLimits & FetchCall & AddressRules;
type Answer = Dispatcher.ResponseData;

function header(answer: Answer, name: string): string {
  const value = answer.headers[name] ?? "";
  return Array.isArray(value) ? value.join(", ") : value;
}

function discard({ body }: Answer): void {
  body.on("error", () => {}).destroy();
}

async function readBody(answer: Answer, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = header(answer, "content-encoding").trim().toLowerCase();
  const isPacked = encoding !== "" && encoding !== "identity";
  const unpack = UNPACKERS.get(encoding);
  // Nested encodings are a bomb in a bomb.
  if (isPacked && unpack === undefined) throw SiteError.because("encoding");
  if (Number(header(answer, "content-length")) > maxBytes) throw SiteError.because("too_large");
  const packed = await readWithin(answer.body, maxBytes);
  if (unpack === undefined || packed.byteLength === 0) return new Uint8Array(packed);
  // A copy: a small Buffer shares its memory with others.
  return new Uint8Array(await readWithin(Readable.from([packed]).pipe(unpack()), maxBytes));
}

async function readDocument(answer: Answer, url: URL, limits: Limits): Promise<SiteDocument> {
  const [fullType = ""] = [answer.headers["content-type"] ?? ""].flat();
  const page: SiteDocument = {
    url: url.href,
    status: answer.statusCode,
    contentType: fullType.split(";", 1)[0]?.trim().toLowerCase() ?? "",
    charset: HEADER_CHARSET.exec(fullType.slice(0, 500))?.[1] ?? "",
    bytes: new Uint8Array(),
  };
  if (page.status < 200 || page.status > 299 || EMPTY_STATUS.has(page.status)) return page;
  if (!limits.anyType && !READ_TYPES.test(page.contentType)) {
    throw SiteError.because("content_type");
  }
  return { ...page, bytes: await readBody(answer, limits.maxBytes) };
}

/** Vets each redirect like the first address; no host learns of the previous one. */
async function follow(
  start: string,
  agent: Dispatcher,
  limits: Limits,
  signal: AbortSignal,
): Promise<SiteDocument> {
  const { headersTimeoutMs: headersTimeout } = limits;
  const asked = { dispatcher: agent, headersTimeout, bodyTimeout: headersTimeout };
  let address = start;
  let base: URL | undefined;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const url = vetAddress(address, { ...limits, base });
    // An agent for a proxy writes its host into the headers that it gets.
    const answer = await request(url, { ...asked, headers: { ...HEADERS }, signal });
    const location = header(answer, "location");
    if (!REDIRECTS.has(answer.statusCode) || location === "") {
      try {
        return await readDocument(answer, url, limits);
      } finally {
        discard(answer);
      }
    }
    discard(answer);
    // Node reads header bytes as Latin-1; servers send UTF-8.
    address = Buffer.from(location, "latin1").toString("utf8");
    base = url;
    const next = parseUrl(address, base);
    if (next !== null && limits.within?.(next) === false) {
      const empty = { contentType: "", charset: "", bytes: new Uint8Array() };
      return { url: base.href, status: answer.statusCode, ...empty, redirectsTo: next.href };
    }
  }
  throw SiteError.because("redirects");
}

function siteErrorOf(error: unknown): SiteError {
  if (error instanceof SiteError) return error;
  if (error instanceof RangeError) return SiteError.because("too_large", error);
  const { code, name } = Object(error);
  // A DOMException's code is a number.
  const fault = typeof code === "string" ? code : name;
  if (TIMEOUTS.test(fault)) return SiteError.because("timeout", error);
  return SiteError.because(PARSE_FAULTS.test(fault) ? "unreadable" : "unreachable", error);
}

/** Uses a guarded agent. Callers handle robots.txt and pauses. */
export function createSiteFetcher(options: SiteFetcherOptions = {}) {
  const agent = createGuardedAgent(options);
  return {
    /** @throws SiteError, or the signal's reason once it is aborted */
    async fetchDocument(
      url: string,
      signal: AbortSignal,
      call: FetchCall = {},
    ): Promise<SiteDocument> {
      const limits: Limits = { ...LIMITS, ...options, ...call };
      const timeout = AbortSignal.timeout(limits.timeoutMs);
      try {
        const either = AbortSignal.any([signal, timeout]);
        either.throwIfAborted();
        // A request ignores its signal until it is connected.
        return await withinTime(follow(url, agent, limits, either), either);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw timeout.aborted ? SiteError.because("timeout", error) : siteErrorOf(error);
      }
    },
    close: () => agent.destroy(),
  };
}
