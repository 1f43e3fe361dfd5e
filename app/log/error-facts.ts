import { ProviderError } from "../providers/provider-error";

/** The log's facts of an error: its kind and its place in the code, never its subject. */
export interface ErrorFacts {
  type: string;
  code?: string;
  /** The call of the system, and the file of the store that it was about. */
  syscall?: string;
  path?: string;
  /** The status of a failed service. */
  provider?: string;
  kind?: string;
  status?: number | null;
  /** SQLite's own, where they name tables and files alone. */
  words?: string;
  /** Frames of the stack; empty where unknown. */
  stack: string;
  cause?: ErrorFacts;
}

const MAX_FRAMES = 12;
const MAX_CAUSES = 3;
const WORD = /^\w{1,80}$/;

/** The lines behind the message, which may have lines of the same form. */
function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  if (at === -1) return "";
  const lines = stack.slice(at + message.length).split("\n");
  return lines
    .filter((line) => line.startsWith("    at "))
    .slice(0, MAX_FRAMES)
    .join("\n");
}

function textAt(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : "";
}

/** SQLite repeats words of an unreadable query, which may be those of a search. */
function sqliteWords(code: string, message: string): string | undefined {
  if (!code.startsWith("SQLITE_")) return undefined;
  return code !== "SQLITE_ERROR" || /^no such table: \w+$/.test(message) ? message : undefined;
}

/**
 * Describes an error without its message: those of the language, of libraries and of the services repeat what they were
 * given („Unexpected token 'E', "Erika Mus"… is not valid JSON“).
 */
export function describeError(error: unknown, causes = MAX_CAUSES): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, stack: "" };
  const facts: ErrorFacts = {
    type: WORD.test(error.name) ? error.name : "Error",
    stack: framesOf(error),
  };
  const code = textAt(error, "code");
  if (WORD.test(code)) {
    facts.code = code;
    const words = sqliteWords(code, error.message);
    if (words !== undefined) facts.words = words;
  }
  const syscall = textAt(error, "syscall");
  if (WORD.test(syscall)) Object.assign(facts, { syscall, path: textAt(error, "path") });
  if (error instanceof ProviderError) {
    const { provider, kind, status } = error;
    Object.assign(facts, { provider, kind, status });
  }
  if (error.cause !== undefined && causes > 0) {
    facts.cause = describeError(error.cause, causes - 1);
  }
  return facts;
}
