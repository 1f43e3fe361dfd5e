import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, vi } from "vitest";
import { z } from "zod";

const ResponseSchema = z.looseObject({
  content: z.record(z.string(), z.looseObject({ schema: z.unknown() })).optional(),
});
const OperationSchema = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(z.string(), ResponseSchema),
});
type Operation = z.infer<typeof OperationSchema>;

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

const DocumentSchema = z.looseObject({
  openapi: z.string(),
  /** By address, then by method in lower case. */
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

const PROBLEM = "application/problem+json";

/** An answer as it is compared with the document. The text is only read where the document describes it. */
interface ApiAnswer {
  method: string;
  url: URL;
  status: number;
  contentType: string | null;
  text(): Promise<string>;
}

export interface DocumentedOperation {
  method: Method;
  path: string;
  operation: Operation;
}

function pointer(...parts: string[]): string {
  return `/${parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
}

/** The OpenAPI document of a running server, with which answers are compared. */
export class ApiDocument {
  readonly operations: readonly DocumentedOperation[];
  readonly #ajv = new Ajv2020({ allErrors: true, strict: true, validateFormats: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(json: unknown) {
    const document = DocumentSchema.parse(json);
    // Not part of JSON Schema; says that the value is a file.
    addFormats(this.#ajv).addFormat("binary", true);
    // Schemas are reached through the document, whose own words are no JSON Schema.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema({ ...document, $id: "openapi" });
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method.toLowerCase()];
        if (operation === undefined) return [];
        return [{ method, path, operation: OperationSchema.parse(operation) }];
      }),
    );
  }

  /** Operations of an address; a literal path goes before one with parameters. */
  #operationsOf(pathname: string): DocumentedOperation[] {
    const matching = this.operations.filter(({ path }) =>
      new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
    );
    const fewest = Math.min(...matching.map(({ path }) => path.split("{").length));
    return matching.filter(({ path }) => path.split("{").length === fewest);
  }

  /** The schema at a place of the document as a function. */
  validator(...place: string[]): ValidateFunction {
    const ref = `openapi#${pointer(...place)}`;
    const known = this.#validators.get(ref);
    if (known !== undefined) return known;
    const made = this.#ajv.compile({ $ref: ref });
    this.#validators.set(ref, made);
    return made;
  }

  /** @throws Error when the document does not describe this answer */
  async check(answer: ApiAnswer): Promise<void> {
    const { status, url } = answer;
    const method = answer.method === "HEAD" ? "GET" : answer.method;
    const name = `${answer.method} ${url.pathname} → ${status}`;
    const fail = (reason: string): never => {
      throw new Error(`${name} is not as documented: ${reason}`);
    };
    const essence = answer.contentType?.split(";", 1)[0] ?? "";
    const known = this.#operationsOf(url.pathname);
    const found = known.find((candidate) => candidate.method === method);
    if (found === undefined) {
      // What is no operation has no description, but must be refused as one that is not there.
      if (status < 400 || essence !== PROBLEM) fail("there is no such operation");
      await this.#checkText(answer, ["components", "schemas", "Problem"], fail);
      return;
    }
    const response = found.operation.responses[String(status)];
    if (response === undefined) return fail("the document has no such status");
    if (status < 300) this.#checkParameters(found, url, fail);
    if (response.content === undefined) return;
    if (response.content[essence] === undefined) return fail(`content type ${essence}`);
    if (answer.method === "HEAD" || !essence.endsWith("json")) return;
    const { path } = found;
    const place = ["responses", String(status), "content", essence, "schema"];
    await this.#checkText(answer, ["paths", path, method.toLowerCase(), ...place], fail);
  }

  #checkParameters({ operation }: DocumentedOperation, url: URL, fail: (why: string) => never) {
    const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
    const names = new Set(inQuery.map((parameter) => parameter.name));
    for (const name of url.searchParams.keys()) {
      if (!names.has(name)) fail(`the undocumented parameter ${name} was accepted`);
    }
  }

  async #checkText(answer: ApiAnswer, place: string[], fail: (why: string) => never) {
    if (answer.method === "HEAD") return;
    const text = await answer.text();
    const validate = this.validator(...place);
    if (!validate(JSON.parse(text))) {
      fail(`${this.#ajv.errorsText(validate.errors)} in ${text.slice(0, 600)}`);
    }
  }
}

/** Addresses that the document describes. */
export function isApiAddress(pathname: string): boolean {
  return /^\/(api(\/|$)|healthz$)/.test(pathname);
}

const plainFetch = globalThis.fetch;
// All servers of a run are one build.
let document: Promise<ApiDocument> | undefined;

/** The document as the server gives it. */
export async function apiDocument(origin: string): Promise<ApiDocument> {
  document ??= plainFetch(`${origin}/api/openapi.json`)
    .then((response) => response.json())
    .then((json) => new ApiDocument(json));
  return document;
}

const checkedFetch: typeof fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  if (!isApiAddress(url.pathname)) return response;
  const described = await apiDocument(url.origin);
  await described.check({
    method: init?.method ?? "GET",
    url,
    status: response.status,
    contentType: response.headers.get("content-type"),
    text: () => response.clone().text(),
  });
  return response;
};

/**
 * Puts a checking fetch in the place of the global one for the tests of a file, so that also what helpers ask for is
 * compared: an answer of the API that its document does not describe fails the test.
 */
export function checkApiAnswers(): void {
  beforeAll(() => {
    vi.stubGlobal("fetch", checkedFetch);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}
