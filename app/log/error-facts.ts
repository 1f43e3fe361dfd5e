import { ProviderError } from "../providers/provider-error";

/** Never includes the error's subject. */
interface ErrorFacts {
  type: string;
  code?: string;
  syscall?: string;
  path?: string;
  provider?: string;
  kind?: string;
  status?: number | null;
  /** SQLite's message, if it names only tables and files. */
  words?: string;
  stack: string;
  cause?: ErrorFacts;
}

const MAX_FRAMES = 12;
const MAX_CAUSES = 3;
const WORD = /^\w{1,80}$/;

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

/** SQLite's syntax errors quote the query, and so may quote a search. */
function sqliteWords(code: string, message: string): string | undefined {
  if (!code.startsWith("SQLITE_")) return undefined;
  return code !== "SQLITE_ERROR" || /^no such table: \w+$/.test(message) ? message : undefined;
}

/** Omits the message, which may repeat input („Unexpected token 'E', "Erika Mus"… is not valid JSON“). */
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
