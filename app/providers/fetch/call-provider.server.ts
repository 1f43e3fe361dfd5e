import { setTimeout as delay } from "node:timers/promises";
import pRetry, { AbortError } from "p-retry";
import { Agent, type Dispatcher, ProxyAgent, request } from "undici";
import type { z } from "zod";
import { parseNormalizedJson } from "../../text/clean-text";
import {
  cleanProviderText,
  noAnswerIn,
  ProviderError,
  type ProviderErrorKind,
} from "../provider-error";
import { SiteError } from "../website/site-error";
import type { Throttle } from "./rate-limiter.server";
import { readWithin } from "./read-within";
import { firstRequestHook } from "./sending";

export interface CallSettings {
  /** Divides all waits between tries; 1 outside tests. */
  retrySpeed: number;
  /** Caps one try, in milliseconds. */
  timeLimitMs?: number | undefined;
  throttle?: Throttle;
  maxConcurrent?: number;
  proxyUrl?: string | undefined;
}

interface ProviderRequest {
  /** Display name; begins every error sentence. */
  provider: string;
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: unknown;
  /** One try, in milliseconds. */
  timeoutMs: number;
  /** Bytes after decompression. */
  maxBytes: number;
  tries: number;
  /** Error texts must never show these. */
  secrets: readonly string[];
  classify?: (status: number, body: unknown) => ProviderErrorKind | null;
  errorText: (body: unknown) => string | null;
  about?: string;
  /** Wait after a refusal, in milliseconds; by default `Retry-After`. */
  waitMs?: (asked: number | null, status: number, body: unknown) => number | null;
  hiddenStatus?: (body: unknown) => number | null;
  signal: AbortSignal;
}

export interface ProviderCall<Schema extends z.ZodType> extends ProviderRequest {
  schema: Schema;
}

const MAX_WAIT_MS = 60_000;
const TRANSIENT_FAILURES: ReadonlySet<ProviderErrorKind> = new Set([
  "rate_limited",
  "upstream",
  "timeout",
  "network",
  "malformed",
]);

/** A server without internet shows these; a connection that ends early is a different fault. */
const UNREACHABLE = new Set(
  "ENOTFOUND EAI_AGAIN ECONNREFUSED ENETUNREACH EHOSTUNREACH ETIMEDOUT UND_ERR_CONNECT_TIMEOUT".split(
    " ",
  ),
);

const CONNECT = { timeout: 5_000 };
const agent = new Agent({ connect: CONNECT, keepAliveTimeout: 10_000 });

const proxies = new Map<string | undefined, Dispatcher>([[undefined, agent]]);

function connectionBy(uri: string | undefined): Dispatcher {
  const tls = { proxyTls: CONNECT, requestTls: CONNECT };
  const known = proxies.get(uri);
  const used = known ?? new ProxyAgent({ uri: String(uri), ...tls, keepAliveTimeout: 10_000 });
  proxies.set(uri, used);
  return used;
}

/** `Retry-After` holds seconds or a date. Milliseconds from now; null if missing or invalid. */
function parseRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  const wait = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) && wait >= 0 ? wait : null;
}

function defaultKind(status: number): ProviderErrorKind {
  if (status === 401) return "auth";
  if (status === 402) return "no_credit";
  if (status === 403) return "forbidden";
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  if (status >= 500) return "upstream";
  if (status >= 300 && status < 400) return "malformed";
  return "bad_request";
}

function parseJson(text: string): unknown {
  try {
    return parseNormalizedJson(text);
  } catch {
    return undefined;
  }
}

const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes);

/** The title of an HTML error page, or the first words of another text; empty for binary data and broken JSON. */
function wordsOf(text: string, body: unknown): string {
  if (text.trim() === "") return "leere Antwort";
  // Masking runs before the final cut: half a key would go unrecognized.
  const start = text.slice(0, 20_000);
  const title = /<title[^<>]{0,200}>([^<]+)/i.exec(start)?.[1];
  if (title !== undefined) return title;
  if (body === undefined && /^\s*[[{]/.test(start)) return "unvollständige Daten";
  return start.includes("\uFFFD") ? "kein lesbarer Text" : start;
}

type FailureDetail = ConstructorParameters<typeof ProviderError>[2];

function failure(
  { provider, about, secrets }: ProviderRequest,
  kind: ProviderErrorKind,
  words: string,
  detail: Omit<FailureDetail, "providerText" | "about"> = {},
): ProviderError {
  const providerText = cleanProviderText(words, secrets);
  return new ProviderError(provider, kind, { ...detail, about, providerText });
}

function refusalOf(call: ProviderRequest, status: number, text: string, asked: number | null) {
  const body = parseJson(text);
  const kind = call.classify?.(status, body) ?? defaultKind(status);
  const retryAfterMs = call.waitMs ? call.waitMs(asked, status, body) : asked;
  const words = call.errorText(body) ?? wordsOf(text, body);
  return failure(call, kind, words, { status, retryAfterMs });
}

const isForm = (body: unknown): body is URLSearchParams => body instanceof URLSearchParams;
const contentType = (body: unknown) =>
  isForm(body) ? "application/x-www-form-urlencoded; charset=UTF-8" : "application/json";

async function tryOnce(
  call: ProviderRequest,
  settings: CallSettings,
  dispatcher: Dispatcher = connectionBy(settings.proxyUrl),
): Promise<{ status: number; bytes: Buffer }> {
  const timeoutMs = Math.min(call.timeoutMs, settings.timeLimitMs ?? call.timeoutMs);
  const timeout = AbortSignal.timeout(timeoutMs);
  let status: number;
  let bytes: Buffer;
  let retryAfterMs: number | null;
  try {
    const response = await request(call.url, {
      method: call.method,
      headers: {
        accept: "application/json",
        ...(call.body === undefined ? {} : { "content-type": contentType(call.body) }),
        ...call.headers,
      },
      body: isForm(call.body) ? String(call.body) : JSON.stringify(call.body),
      signal: AbortSignal.any([call.signal, timeout]),
      dispatcher,
    });
    status = response.statusCode;
    retryAfterMs = parseRetryAfter(response.headers["retry-after"], Date.now());
    bytes = await readWithin(response.body, call.maxBytes);
  } catch (cause) {
    if (call.signal.aborted) throw new AbortError(call.signal.reason);
    if (timeout.aborted) throw failure(call, "timeout", noAnswerIn(timeoutMs), { cause });
    if (cause instanceof SiteError || cause instanceof RangeError) {
      const error = failure(call, "malformed", cause.message, { cause });
      throw cause instanceof SiteError ? new AbortError(error) : error;
    }
    const { code, message } = Object(cause);
    const isUnreachable = UNREACHABLE.has(code) || /^Proxy response/.test(String(message));
    throw failure(call, "network", "", { cause, isUnreachable });
  }
  if (status >= 200 && status <= 299) return { status, bytes };
  throw refusalOf(call, status, textOf(bytes), retryAfterMs);
}

async function readOnce<Schema extends z.ZodType>(
  call: ProviderCall<Schema>,
  settings: CallSettings,
): Promise<z.infer<Schema>> {
  const { status, bytes } = await tryOnce(call, settings);
  const text = textOf(bytes);
  const body = parseJson(text);
  const hidden = call.hiddenStatus?.(body) ?? null;
  if (hidden !== null) throw refusalOf(call, hidden, text, null);
  const parsed = call.schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const words = body === undefined ? wordsOf(text, body) : schemaWords(parsed.error);
  throw failure(call, "malformed", words, { status });
}

function schemaWords(error: z.ZodError): string {
  const [issue] = error.issues;
  return `unerwartetes Feld ${issue?.path.map(String).join(".") || "(Wurzel)"}`;
}

export function isTransient(error: unknown): error is ProviderError {
  return error instanceof ProviderError && TRANSIENT_FAILURES.has(error.kind);
}

function isRetryable(error: unknown): error is ProviderError {
  if (!isTransient(error)) return false;
  const isRedirect = error.status !== null && error.status >= 300 && error.status < 400;
  return !isRedirect && (error.retryAfterMs ?? 0) <= MAX_WAIT_MS;
}

async function repeat<Answer>(
  call: ProviderRequest,
  settings: CallSettings,
  once: () => Promise<Answer>,
): Promise<Answer> {
  const throttle: Throttle = settings.throttle ?? ((attempt) => attempt());
  const hook = firstRequestHook();
  const send = async () => {
    await hook?.();
    return once();
  };
  return pRetry(() => throttle(send, call.signal), {
    retries: call.tries - 1,
    minTimeout: 1_000 / settings.retrySpeed,
    maxTimeout: 20_000 / settings.retrySpeed,
    factor: 2,
    randomize: true,
    signal: call.signal,
    shouldRetry: ({ error }) => isRetryable(error),
    // p-retry calls this before shouldRetry.
    onFailedAttempt: async ({ error, retriesLeft }) => {
      if (retriesLeft === 0 || !isRetryable(error) || !error.retryAfterMs) return;
      await delay(error.retryAfterMs / settings.retrySpeed, undefined, { signal: call.signal });
    },
  });
}

/**
 * Retries 429, 5xx, network faults and unreadable answers with growing, jittered waits; respects `Retry-After`.
 * @throws ProviderError with the provider's own words
 */
export function callProvider<Schema extends z.ZodType>(
  call: ProviderCall<Schema>,
  settings: CallSettings,
): Promise<z.infer<Schema>> {
  return repeat(call, settings, () => readOnce(call, settings));
}

/** @throws ProviderError with the provider's own words */
export async function downloadBytes(
  call: ProviderRequest,
  settings: CallSettings,
  dispatcher?: Dispatcher,
): Promise<Uint8Array> {
  const { bytes } = await repeat(call, settings, () => tryOnce(call, settings, dispatcher));
  return bytes;
}
