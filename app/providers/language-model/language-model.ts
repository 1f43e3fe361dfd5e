import type { Deadline } from "./deadline";

export interface ModelMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ModelRequest {
  /** Letters, digits, `_` and `-`, at most 64. */
  name: string;
  /** An object with every key required and no others. */
  jsonSchema: Record<string, unknown>;
  messages: readonly ModelMessage[];
  maxTokens: number;
  deadline: Deadline;
}

export interface ModelReply {
  text: string | null;
  refusal: string | null;
  /** `content_filter`: the service withheld the answer. */
  finish: "stop" | "length" | "content_filter";
  promptTokens: number | null;
  completionTokens: number | null;
}

/** Each call may cost money. */
export interface LanguageModel {
  id: "openai";
  name: string;
  model: string;
  concurrency: number;
  /** @throws ProviderError */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}
