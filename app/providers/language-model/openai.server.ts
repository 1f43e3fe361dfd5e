import OpenAI from "openai";
import { AbortError } from "p-retry";
import { z } from "zod";
import { type CallSettings, callProvider, usualMeaning } from "../fetch/call-provider.server";
import type { Throttle } from "../fetch/rate-limiter.server";
import {
  type Access,
  type CheckKey,
  KEY_CHECK_LIMITS,
  workingKey,
} from "../fetch/service-client.server";
import { cleanProviderText, ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { Deadline, secondsOf } from "./deadline";
import { CURRENT, type Dialect, olderDialect, tellForm } from "./dialect";
import type { LanguageModel, ModelReply, ModelRequest } from "./language-model";
import {
  CompletionSchema,
  classify,
  errorText,
  hiddenStatus,
  languageModelUrl,
  secretsOf,
} from "./wire";

const MAX_BYTES = 1_000_000;
const TRIES = 3;
/** The deadline ends a call before the call's own limit does. */
const GRACE_MS = 1_000;
const NAME = SERVICE_NAMES.openai;

/** The package's other headers describe this machine. */
const SENT_HEADERS = new Set(["authorization", "accept", "content-type", "user-agent"]);

const JsonObjectSchema = z.looseObject({});

interface Server {
  access: Access;
  settings: CallSettings;
  model: string;
  tries: number;
}

interface Transport extends Server {
  dialect: Dialect;
  deadline: Deadline;
  signal: AbortSignal;
  /** Facts that the package's errors lack. */
  seen: {
    refused: { status: number; text: string };
    /** The package wraps the cause, and loses it if it reads like a timeout. */
    failure?: { reason: unknown };
  };
}

function timedThrottle({ deadline, settings, seen }: Transport): Throttle {
  const throttle: Throttle = settings.throttle ?? ((attempt) => attempt());
  return (attempt, signal) =>
    throttle(
      async () => {
        deadline.start();
        try {
          return await attempt();
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          seen.failure = { reason: error };
          const waitMs = (error.retryAfterMs ?? 0) / settings.retrySpeed;
          throw waitMs < deadline.remainingMs ? error : new AbortError(error);
        }
      },
      signal,
      deadline.countsQueue,
    );
}

/** Routes the package through our client, which adds limits, retries, throttling and masking. */
function transport(how: Transport): typeof fetch {
  const { access, settings, model, deadline, signal, dialect, tries, seen } = how;
  return async (input, init) => {
    const headers = [...new Headers(init?.headers)].filter(([name]) => SENT_HEADERS.has(name));
    const call = {
      provider: NAME,
      method: "POST",
      url: input instanceof Request ? input.url : String(input),
      headers: Object.fromEntries(headers),
      body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
      schema: JsonObjectSchema,
      timeoutMs: deadline.limitMs + GRACE_MS,
      maxBytes: MAX_BYTES,
      tries,
      secrets: secretsOf(access.apiKey),
      classify(status: number, body: unknown) {
        const text = body === undefined ? "" : JSON.stringify(body);
        seen.refused = { status, text };
        // The same question would fail again, whatever the status.
        return olderDialect(dialect, status, text) === null
          ? classify(status, body)
          : "bad_request";
      },
      errorText,
      about: `„${model}“`,
      signal: AbortSignal.any([signal, deadline.signal]),
    } as const;
    const paced = { retrySpeed: settings.retrySpeed, throttle: timedThrottle(how) };
    try {
      return Response.json(await callProvider(call, paced));
    } catch (error) {
      if (!deadline.signal.aborted) seen.failure = { reason: error };
      throw error;
    }
  };
}

function tooLate(deadline: Deadline): ProviderError {
  const providerText = `keine Antwort in ${secondsOf(deadline.limitMs)}`;
  return new ProviderError(NAME, "timeout", { providerText });
}

function toFinish(reason: string | null | undefined): ModelReply["finish"] {
  if (reason === "model_length" || reason === "max_tokens") return "length";
  return reason === "length" || reason === "content_filter" ? reason : "stop";
}

/** @throws ProviderError for an error in a 200, or an answer without content */
function toReply(body: unknown, { access, model }: Server): ModelReply {
  const secrets = secretsOf(access.apiKey);
  const parsed = CompletionSchema.safeParse(body);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) {
    const status = hiddenStatus(body);
    const words = errorText(body) ?? "keine Antwort im erwarteten Format";
    const kind = status === null ? "malformed" : (classify(status, body) ?? usualMeaning(status));
    throw new ProviderError(NAME, kind, {
      ...(status === null ? {} : { status }),
      about: `„${model}“`,
      providerText: cleanProviderText(words, secrets),
    });
  }
  const { content, refusal } = choice.message;
  return {
    text: content ?? null,
    refusal: refusal ? cleanProviderText(refusal, secrets) : null,
    finish: toFinish(choice.finish_reason),
    promptTokens: parsed.data?.usage?.prompt_tokens ?? null,
    completionTokens: parsed.data?.usage?.completion_tokens ?? null,
  };
}

type Question = Omit<ModelRequest, "name" | "jsonSchema"> & {
  form: Pick<ModelRequest, "name" | "jsonSchema"> | null;
};

function formFields({ form, messages, maxTokens }: Question, { format, hasLimit }: Dialect) {
  const isTold = form !== null && format !== "json_schema";
  const strict = form && { name: form.name, strict: true, schema: form.jsonSchema };
  return {
    messages: isTold ? tellForm(messages, form.jsonSchema) : [...messages],
    ...(strict && format === "json_schema"
      ? { response_format: { type: format, json_schema: strict } }
      : {}),
    ...(isTold && format !== null ? { response_format: { type: format } } : {}),
    ...(hasLimit ? { max_completion_tokens: maxTokens } : {}),
  };
}

/** Servers that refuse today's parameters; a restart learns them again. */
const dialects = new Map<string, Dialect>();

/** @throws ProviderError */
async function askOnce(
  server: Server,
  question: Question,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<{ reply: ModelReply } | { error: unknown; older: Dialect | null }> {
  const { access, model } = server;
  const { deadline } = question;
  const seen: Transport["seen"] = { refused: { status: 0, text: "" } };
  const client = new OpenAI({
    apiKey: access.apiKey,
    baseURL: languageModelUrl(access.baseUrl),
    // Our own client retries and logs.
    maxRetries: 0,
    logLevel: "off",
    // The package would read these from its own environment variables.
    adminAPIKey: null,
    organization: null,
    project: null,
    fetch: transport({ ...server, dialect, deadline, signal, seen }),
  });
  try {
    const body: unknown = await client.chat.completions.create({
      model,
      ...formFields(question, dialect),
    });
    return { reply: toReply(body, server) };
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    const { refused, failure = { reason: thrown } } = seen;
    if (deadline.signal.aborted && seen.failure === undefined) throw tooLate(deadline);
    const error = failure.reason;
    const text = refused.text || (error instanceof ProviderError ? error.providerText : "");
    return { error, older: olderDialect(dialect, refused.status, text) };
  }
}

async function ask(server: Server, question: Question, signal: AbortSignal): Promise<ModelReply> {
  const key = `${server.access.baseUrl} ${server.model}`;
  let dialect: Dialect | null = dialects.get(key) ?? CURRENT;
  let error: unknown;
  while (dialect !== null) {
    const answer = await askOnce(server, question, dialect, signal);
    if ("reply" in answer) {
      if (dialect !== CURRENT && question.form !== null) dialects.set(key, dialect);
      return answer.reply;
    }
    error = answer.error;
    dialect = answer.older;
  }
  throw error;
}

/**
 * OpenAI's chat completions, or any compatible service. Current models refuse a temperature, so we never send one.
 * Source: https://platform.openai.com/docs/api-reference/chat/create
 */
export function openai(
  access: Access,
  settings: CallSettings,
  { model }: { model: string },
): LanguageModel {
  const server = { access, settings, model, tries: TRIES };
  return {
    id: "openai",
    name: NAME,
    model,
    concurrency: settings.maxConcurrent ?? 1,
    async complete({ name, jsonSchema, ...request }, signal) {
      request.deadline.enterQueue(settings.timeLimitMs);
      return ask(server, { ...request, form: { name, jsonSchema } }, signal);
    },
  };
}

const CHECK_TOKENS = 16;
/** A local model may have to load first. */
const CHECK_LIMIT_MS = 15_000;
/** This error still proves that the key works. */
const TOO_FEW_TOKENS = /could not finish|max_tokens or model output limit/i;

/** A real question: a list of models proves neither credit nor access to the model. */
export function languageModelKeyCheck(model: string): CheckKey {
  return async (access, settings, signal) => {
    const deadline = new Deadline(CHECK_LIMIT_MS, { countsQueue: true });
    deadline.enterQueue(settings.timeLimitMs);
    const messages = [{ role: "user" as const, content: "Antworte nur mit OK." }];
    const question = { messages, maxTokens: CHECK_TOKENS, deadline, form: null };
    const server = { access, settings, model, tries: KEY_CHECK_LIMITS.tries };
    try {
      await ask(server, question, signal);
    } catch (error) {
      const isCut = error instanceof ProviderError && TOO_FEW_TOKENS.test(error.providerText);
      if (!isCut) throw error;
    }
    return workingKey();
  };
}
