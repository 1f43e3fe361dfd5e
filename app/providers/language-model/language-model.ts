import type { Deadline } from "./deadline";

export interface ModelMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ModelRequest {
  /** Names the form of the answer; letters, digits, `_` and `-`, at most 64. */
  name: string;
  /** The form as a JSON schema: an object, every key required, no others. */
  jsonSchema: Record<string, unknown>;
  messages: readonly ModelMessage[];
  /** For the answer, with what the model thinks before it. */
  maxTokens: number;
  /** The time of the task that the question belongs to. */
  deadline: Deadline;
}

/** A model's answer, good or not. */
export interface ModelReply {
  /** As the model wrote it; null where it refused. */
  text: string | null;
  /** The model's own words where it refused. */
  refusal: string | null;
  /** `stop` it came to its end · `length` it was cut off · `content_filter` the service withheld it. */
  finish: "stop" | "length" | "content_filter";
  /** Null where the service counts none. */
  promptTokens: number | null;
  completionTokens: number | null;
}

/** A service that answers in words. Each call may cost money. */
export interface LanguageModel {
  id: "openai";
  /** Begins every sentence about a failure. */
  name: string;
  model: string;
  /** Questions that may be under way at once. */
  concurrency: number;
  /** @throws ProviderError */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}
