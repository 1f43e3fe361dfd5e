import OpenAI from "openai";
import { AbortError } from "p-retry";
import { z } from "zod";
import { type CallSettings, callProvider, usualMeaning } from "../fetch/call-provider.server";
import type { Throttle } from "../fetch/rate-limiter.server";
import { type Access, type CheckKey, KEY_CHECK_LIMITS } from "../fetch/service-client.server";
import { cleanProviderText, ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { type Deadline, secondsOf } from "./deadline";
import type { LanguageModel, ModelReply, ModelRequest } from "./language-model";
import {
  CompletionSchema,
  classify,
  errorText,
  hiddenStatus,
  languageModelUrl,
  secretsOf,
} from "./wire";

/** An answer is some kilobytes; anything larger is no answer to our questions. */
const MAX_BYTES = 1_000_000;
/** At most, and only while the task has time. */
const TRIES = 3;
/** Lets the deadline end a call before the call's own limit does. */
const GRACE_MS = 1_000;
const NAME = SERVICE_NAMES.openai;

/** Of what the package sends, all that the service needs. The rest tells about this machine. */
const SENT_HEADERS = new Set(["authorization", "accept", "content-type", "user-agent"]);

/** Answers and errors alike; which of them it is shows in what it holds. */
const JsonObjectSchema = z.looseObject({});

interface Transport {
  access: Access;
  settings: CallSettings;
  deadline: Deadline;
  signal: AbortSignal;
  /** Told why a call failed: the package wraps it, and loses it where it reads like a time-out. */
  onFailure: (reason: unknown) => void;
}

/** Starts the deadline with the first try, and ends the call where the service asks for a longer wait than there is time. */
function timedThrottle({ deadline, settings, onFailure }: Transport): Throttle {
  const throttle: Throttle = settings.throttle ?? ((attempt) => attempt());
  return (attempt, signal) =>
    throttle(async () => {
      deadline.start();
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        onFailure(error);
        const waitMs = (error.retryAfterMs ?? 0) / settings.retrySpeed;
        throw waitMs < deadline.remainingMs ? error : new AbortError(error);
      }
    }, signal);
}

/** Lets the package send through the product's own client: its limits of time and size, its retries, its throttle, its masking. */
function transport(how: Transport): typeof fetch {
  const { access, settings, deadline, signal, onFailure } = how;
  return async (input, init) => {
    const headers = [...new Headers(init?.headers)].filter(([name]) => SENT_HEADERS.has(name));
    const call = {
      provider: NAME,
      method: "POST",
      url: input instanceof Request ? input.url : String(input),
      headers: Object.fromEntries(headers),
      body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
      schema: JsonObjectSchema,
      // One try may take all the time that the task has; the deadline ends it.
      timeoutMs: deadline.limitMs + GRACE_MS,
      maxBytes: MAX_BYTES,
      tries: TRIES,
      secrets: secretsOf(access.apiKey),
      classify,
      errorText,
      signal: AbortSignal.any([signal, deadline.signal]),
    } as const;
    const paced = { retrySpeed: settings.retrySpeed, throttle: timedThrottle(how) };
    try {
      return Response.json(await callProvider(call, paced));
    } catch (error) {
      // What the service said before its time was up says more than that it was up.
      if (!deadline.signal.aborted) onFailure(error);
      throw error;
    }
  };
}

function tooLate(deadline: Deadline): ProviderError {
  const providerText = `keine Antwort in ${secondsOf(deadline.limitMs)}`;
  return new ProviderError(NAME, "timeout", { providerText });
}

function toFinish(reason: string | null | undefined): ModelReply["finish"] {
  return reason === "length" || reason === "content_filter" ? reason : "stop";
}

/** @throws ProviderError where it is an error in a good answer's place, or no answer at all */
function toReply(body: unknown, secrets: readonly string[]): ModelReply {
  const parsed = CompletionSchema.safeParse(body);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) {
    const status = hiddenStatus(body);
    const words = errorText(body) ?? "keine Antwort im erwarteten Format";
    const kind = status === null ? "malformed" : (classify(status, body) ?? usualMeaning(status));
    throw new ProviderError(NAME, kind, {
      ...(status === null ? {} : { status }),
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

/**
 * Chat completions of OpenAI, or of any service that speaks like it. Neither a temperature nor `max_tokens` is sent:
 * current models refuse both.
 * Source: https://platform.openai.com/docs/api-reference/chat/create
 */
export function openai(
  access: Access,
  settings: CallSettings,
  { model }: { model: string },
): LanguageModel {
  async function complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const { name, jsonSchema: schema, messages, maxTokens, deadline } = request;
    deadline.enterQueue(settings.timeLimitMs);
    let failure: { reason: unknown } | undefined;
    const onFailure = (reason: unknown) => {
      failure = { reason };
    };
    const client = new OpenAI({
      apiKey: access.apiKey,
      baseURL: languageModelUrl(access.baseUrl, ""),
      // Tried again, and logged, by the product's own client.
      maxRetries: 0,
      logLevel: "off",
      // Its own variables are not the product's settings.
      adminAPIKey: null,
      organization: null,
      project: null,
      fetch: transport({ access, settings, deadline, signal, onFailure }),
    });
    try {
      const body: unknown = await client.chat.completions.create({
        model,
        messages: messages.map(({ role, content }) => ({ role, content })),
        response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
        max_completion_tokens: maxTokens,
      });
      return toReply(body, secretsOf(access.apiKey));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (deadline.signal.aborted && failure === undefined) throw tooLate(deadline);
      throw failure === undefined ? error : failure.reason;
    }
  }
  return { id: "openai", name: NAME, model, complete };
}

/** Compatible servers list their models with more or fewer fields; that there is a list is enough. */
const ModelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Makes the test of a key of an OpenAI-compatible service: its models are listed, which costs nothing. A model that is
 * missing there is said, but not a fault: compatible services don't list all they have.
 * Source: https://platform.openai.com/docs/api-reference/models/list
 *
 * @param model the one in use
 */
export function languageModelKeyCheck(model: string): CheckKey {
  return async (access, settings, signal) => {
    const { data } = await callProvider(
      {
        ...KEY_CHECK_LIMITS,
        provider: NAME,
        method: "GET",
        url: languageModelUrl(access.baseUrl, "/models"),
        headers: { authorization: `Bearer ${access.apiKey}` },
        schema: ModelsSchema,
        maxBytes: 2_000_000,
        secrets: secretsOf(access.apiKey),
        classify,
        errorText,
        signal,
      },
      settings,
    );
    const works = "Der Schlüssel funktioniert.";
    // Ollama writes a tag behind the name.
    const isListed = data.some(({ id }) => id === model || id === `${model}:latest`);
    if (isListed || data.length === 0) return { ok: true, message: works };
    const missing = `Das Modell „${model}“ steht nicht in der Liste des Dienstes.`;
    return { ok: true, message: `${works} ${missing}` };
  };
}
