import OpenAI from "openai";
import { AbortError } from "p-retry";
import type { CallSettings } from "../fetch/call-provider.server";
import type { Throttle } from "../fetch/rate-limiter.server";
import {
  type Access,
  type CheckKey,
  KEY_CHECK_LIMITS,
  secretsOf,
  serviceClient,
  workingKey,
} from "../fetch/service-client.server";
import { cleanProviderText, noAnswerIn, ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { Deadline } from "./deadline";
import { addSchemaPrompt, CURRENT, type Dialect, olderDialect } from "./dialect";
import type { LanguageModel, ModelReply, ModelRequest } from "./language-model";
import { CompletionSchema, classify, languageModelUrl, maskedWords } from "./wire";

const TRIES = 3;
/** The deadline ends a call before the call's own limit does. */
const GRACE_MS = 1_000;
const NAME = SERVICE_NAMES.openai;
const FINISH: Record<string, ModelReply["finish"]> = {
  length: "length",
  model_length: "length",
  max_tokens: "length",
  content_filter: "content_filter",
};

interface Server {
  access: Access;
  settings: CallSettings;
  model: string;
  tries: number;
}

const sendChat = serviceClient({
  provider: NAME,
  keyHeader: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  classify,
  errorText: maskedWords,
});

type Question = Omit<ModelRequest, "name" | "jsonSchema"> & {
  form: Pick<ModelRequest, "name" | "jsonSchema"> | null;
};

function formFields({ form, messages, maxTokens }: Question, { format, hasLimit }: Dialect) {
  const isPrompted = form !== null && format !== "json_schema";
  const strict = form && { name: form.name, strict: true, schema: form.jsonSchema };
  return {
    messages: isPrompted ? addSchemaPrompt(messages, form.jsonSchema) : [...messages],
    ...(strict && format === "json_schema"
      ? { response_format: { type: format, json_schema: strict } }
      : {}),
    ...(isPrompted && format !== null ? { response_format: { type: format } } : {}),
    ...(hasLimit ? { max_completion_tokens: maxTokens } : {}),
  };
}

/** Servers that refuse today's parameters; a restart learns them again. */
const dialects = new Map<string, Dialect>();

/** @throws ProviderError */
async function askOnce(
  { access, settings, model, tries }: Server,
  question: Question,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { deadline } = question;
  const { throttle = (attempt) => attempt(), retrySpeed } = settings;
  const baseURL = languageModelUrl(access.baseUrl);
  let failure: unknown;
  const timed: Throttle = async (attempt, stop) => {
    const begin = () => {
      deadline.start();
      return attempt();
    };
    try {
      return await throttle(begin, stop, deadline.countsQueue);
    } catch (error) {
      // The package would wrap it.
      if (!deadline.signal.aborted) failure = error;
      if (!(error instanceof ProviderError)) throw error;
      const isInTime = (error.retryAfterMs ?? 0) / retrySpeed < deadline.remainingMs;
      // A received answer may have been charged.
      const isReceived = error.kind === "malformed" && (error.status ?? 300) < 300;
      throw isInTime && !isReceived ? error : new AbortError(error);
    }
  };
  const call = {
    method: "POST",
    path: "/chat/completions",
    schema: CompletionSchema,
    timeoutMs: deadline.limitMs + GRACE_MS,
    tries,
    about: `„${model}“`,
    signal: AbortSignal.any([signal, deadline.signal]),
  } as const;
  const client = new OpenAI({
    apiKey: access.apiKey,
    baseURL,
    // Our own client retries and logs.
    maxRetries: 0,
    logLevel: "off",
    // The package would read these from its own environment variables.
    adminAPIKey: null,
    organization: null,
    project: null,
    fetch: async (_, { body } = {}) => {
      const sent = { ...call, body: JSON.parse(String(body)) };
      const to = { ...access, baseUrl: baseURL };
      return Response.json(await sendChat(to, { retrySpeed, throttle: timed }, sent));
    },
  });
  try {
    const { choices, usage } = await client.chat.completions.create({
      model,
      ...formFields(question, dialect),
    });
    const { message, finish_reason } = choices[0] ?? {};
    const secrets = secretsOf(access.apiKey);
    return {
      text: message?.content ?? null,
      refusal: message?.refusal ? cleanProviderText(message.refusal, secrets) : null,
      finish: FINISH[finish_reason ?? ""] ?? "stop",
      promptTokens: usage?.prompt_tokens ?? null,
      completionTokens: usage?.completion_tokens ?? null,
    };
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (failure !== undefined) throw failure;
    if (!deadline.signal.aborted) throw thrown;
    throw new ProviderError(NAME, "timeout", { providerText: noAnswerIn(deadline.limitMs) });
  }
}

async function ask(server: Server, question: Question, signal: AbortSignal): Promise<ModelReply> {
  const key = `${server.access.baseUrl} ${server.model}`;
  let dialect = dialects.get(key) ?? CURRENT;
  for (;;) {
    try {
      const reply = await askOnce(server, question, dialect, signal);
      if (dialect !== CURRENT && question.form !== null) dialects.set(key, dialect);
      return reply;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const older = olderDialect(dialect, error.status, error.providerText);
      if (older === null) throw error;
      dialect = older;
    }
  }
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
