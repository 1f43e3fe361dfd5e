import { afterAll, beforeAll, vi } from "vitest";
import type { Place } from "./secret-search";
import { readWorkbook } from "./workbook";

const ZIP = Buffer.from("PK\u0003\u0004");

function headersText(headers: Headers): string {
  return [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** The parts of an Excel file, unpacked; any other body as it is. */
async function unpacked(name: string, body: Buffer): Promise<Place[]> {
  if (!body.subarray(0, ZIP.length).equals(ZIP)) return [{ name, bytes: body }];
  const { parts } = await readWorkbook(body);
  return [...parts].map(([part, text]) => ({ name: `${name} ${part}`, bytes: Buffer.from(text) }));
}

/** Keeps what servers answered, headers and bodies apart, whoever asked. */
export class AnswerRecord {
  readonly #places: Place[] = [];

  /** A fetch whose answers are kept, as far as they come from `origin`. */
  keeping(plain: typeof fetch, origin: () => string): typeof fetch {
    return async (input, init) => {
      const response = await plain(input, init);
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== origin()) return response;
      const name = `${init?.method ?? "GET"} ${url.pathname}`;
      const body = Buffer.from(await response.clone().arrayBuffer());
      const headers = Buffer.from(headersText(response.headers));
      this.#places.push({ name: `${name} headers`, bytes: headers });
      this.#places.push(...(await unpacked(name, body)));
      return response;
    };
  }

  get places(): readonly Place[] {
    return this.#places;
  }
}

/** Keeps every answer of a server to the tests of a file or group, also those that helpers ask for. */
export function recordAnswers(record: AnswerRecord, origin: () => string): void {
  beforeAll(() => {
    vi.stubGlobal("fetch", record.keeping(globalThis.fetch, origin));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}
