import fc from "fast-check";
import { z } from "zod";
import { fromSchema, oddJson, oddText, SchemaSchema, sometimesHuge } from "./generated-values";
import type { ApiDocument, DocumentedOperation } from "./openapi";

export interface GeneratedRequest {
  method: string;
  /** With its query. */
  path: string;
  type?: string;
  body?: string;
  /** Whether leads that it does not name may be others when it succeeds. */
  mayChangeAnyLead: boolean;
}

/** Ids that are there, by the name of their parameter. */
type KnownIds = Readonly<Record<string, readonly string[]>>;

/** A form as a page shows it: what its fields are called and what stands in them. */
export interface PageForm {
  path: string;
  fields: readonly { name: string; value: string }[];
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const MULTIPART_TYPE = "multipart/form-data; boundary=x";

/** Operations that ask providers, write a file or start a thread: each of them is only asked properly now and then. */
const COSTLY =
  /enrich|quick-serp|\/search$|\/restart$|\/test$|\/export|\/import|benutzer|konto|anmelden|bulk|sammelaktion|sperrliste|papierkorb|\/leadspeicher(?:$|\?)|\/suche|\/pipelines|\/ergebnisse/;
/** What works on leads that the request does not name one by one. */
const MANY_LEADS = /bulk|sammelaktion|sperrliste|papierkorb|\/leadspeicher(?:$|\?)/;
const ROBUST = { arbitrary: fc.constant(false), weight: 199 };

const RequestBodySchema = z.looseObject({
  content: z.record(z.string(), z.looseObject({ schema: SchemaSchema })),
});
const ParameterSchema = z.looseObject({
  name: z.string(),
  in: z.string(),
  schema: SchemaSchema.optional(),
});

/** One proper request in 200 where a proper one is costly, else one in two. */
const isProper = (path: string): fc.Arbitrary<boolean> =>
  COSTLY.test(path) ? fc.oneof(ROBUST, { arbitrary: fc.constant(true), weight: 1 }) : fc.boolean();

/** Half a character can't be written into an address. */
const inAddress = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));

/** Fills `{leadId}` or `:leadId` with ids that are there, or with texts that are none. */
function pathOf(template: string, ids: KnownIds): fc.Arbitrary<string> {
  const parts = template.split("/").map((part) => {
    const name = /^(?:\{(\w+)\}|:(\w+)|(\*))$/.exec(part)?.slice(1).find(Boolean);
    if (name === undefined) return fc.constant(part);
    const known = ids[name] ?? [];
    const odd = oddText.map((text) => inAddress(text.slice(0, 200)) || "x");
    return known.length === 0
      ? odd
      : fc.oneof(
          { arbitrary: fc.constantFrom(...known), weight: 4 },
          { arbitrary: odd, weight: 1 },
        );
  });
  return fc.tuple(...parts).map((filled) => filled.join("/"));
}

/** A query of known names with odd values, proper ones and repeated ones. */
function queryOf(known: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const names = Object.keys(known);
  const odd = fc.tuple(
    names.length === 0 ? oddText : fc.oneof(fc.constantFrom(...names), oddText),
    oddText,
  );
  const proper = names.map((name) =>
    (known[name] ?? oddText).map((value): [string, string] => [name, value]),
  );
  const pair =
    proper.length === 0 ? odd : fc.oneof({ arbitrary: fc.oneof(...proper), weight: 3 }, odd);
  return fc
    .array(pair, { maxLength: 4 })
    .map((pairs) =>
      pairs
        .map(([name, value]) => `${inAddress(name)}=${inAddress(value.slice(0, 400))}`)
        .join("&"),
    );
}

const withQuery = (path: string, query: string) => (query === "" ? path : `${path}?${query}`);

function multipartOf(fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(([name, value]) => {
    const file = name === "file" || name === "datei" ? '; filename="x.csv"' : "";
    const quoted = name.replace(/["\r\n]/g, "");
    return `--x\r\nContent-Disposition: form-data; name="${quoted}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join("")}--x--\r\n`;
}

const csv = fc.constantFrom(
  "Firma;Website\nEine;https://eine.example\n",
  'Firma;Website\n"offen',
  "\u0000\u0001",
  "=1+1,b\n".repeat(50),
  "",
);

/** Requests to one operation of the API. */
function operationRequests(
  { method, path, operation }: DocumentedOperation,
  ids: KnownIds,
): fc.Arbitrary<GeneratedRequest> {
  const parameters = z.array(ParameterSchema).parse(operation.parameters);
  const query = queryOf(
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === "query")
        .map(({ name, schema = {} }) => [name, fromSchema(schema).map((value) => String(value))]),
    ),
  );
  const address = fc.tuple(pathOf(path, ids), query);
  const mayChangeAnyLead = MANY_LEADS.test(path);
  const { requestBody } = z
    .looseObject({ requestBody: RequestBodySchema.optional() })
    .parse(operation);
  const json = requestBody?.content[JSON_TYPE]?.schema;
  const properAddress = address.map(([filled, asked]) => withQuery(filled, asked));
  if (method === "GET") {
    return fc.tuple(isProper(path), properAddress).map(([proper, asked]) => ({
      method,
      // A file is only written for a few; a parameter that is not known is refused.
      path: proper || !COSTLY.test(path) ? asked : `${asked}${asked.includes("?") ? "&" : "?"}x=1`,
      mayChangeAnyLead,
    }));
  }
  if (requestBody?.content["multipart/form-data"] !== undefined) {
    const fields = fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom("file", "dryRun", "category"), oddText),
        fc.oneof(csv, oddText),
      ),
      { maxLength: 3 },
    );
    return fc.tuple(isProper(path), properAddress, fields).map(([proper, asked, chosen]) => ({
      method,
      path: asked,
      type: MULTIPART_TYPE,
      body: proper ? multipartOf(chosen) : multipartOf(chosen).slice(0, -8),
      mayChangeAnyLead,
    }));
  }
  if (json === undefined) {
    // A command says nothing beyond its address, which is mostly wrong where it would be costly.
    return fc.tuple(isProper(path), properAddress, oddText).map(([proper, asked, text]) =>
      proper
        ? { method, path: asked, mayChangeAnyLead }
        : {
            method,
            path: asked,
            type: JSON_TYPE,
            body: `{"x":${JSON.stringify(text)}}`,
            mayChangeAnyLead,
          },
    );
  }
  const valid = fromSchema(json);
  const properBody = valid.map((value) => JSON.stringify(value));
  const oddBody = sometimesHuge(oddJson(valid), 20);
  const body = isProper(path).chain((proper) => (proper ? properBody : oddBody));
  return fc.tuple(properAddress, body).map(([asked, text]) => ({
    method,
    path: asked,
    type: JSON_TYPE,
    body: text,
    mayChangeAnyLead,
  }));
}

/** Requests for one page or its data, with any query. */
function pageRequests(path: string, ids: KnownIds): fc.Arbitrary<GeneratedRequest> {
  const value = fc.oneof(oddText, fc.constantFrom("1", "true", "asc", "companyName", "100"));
  const names = [
    "q",
    "page",
    "pageSize",
    "sort",
    "dir",
    "tag",
    "minScore",
    "createdFrom",
    "job",
    "von",
  ];
  const query = queryOf(Object.fromEntries(names.map((name) => [name, value])));
  return fc
    .tuple(pathOf(path, ids), query, fc.constantFrom("", ".data"))
    .map(([filled, asked, ending]) => ({
      method: "GET",
      path: withQuery(
        filled === "/" && ending !== "" ? "/_root.data" : `${filled}${ending}`,
        asked,
      ),
      mayChangeAnyLead: false,
    }));
}

/** What a form sends when its fields hold what nobody typed, are missing or come twice. */
function formRequests({ path, fields }: PageForm): fc.Arbitrary<GeneratedRequest> {
  const odd = fc.tuple(
    fields.length === 0
      ? oddText
      : fc.oneof(
          { arbitrary: fc.constantFrom(...fields.map(({ name }) => name)), weight: 5 },
          oddText,
        ),
    sometimesHuge(oddText, 10),
  );
  const own = fields.map(({ name, value }) => fc.constant<[string, string]>([name, value]));
  const pairs = fc.array(
    own.length === 0 ? odd : fc.oneof({ arbitrary: fc.oneof(...own), weight: 2 }, odd),
    {
      maxLength: 8,
    },
  );
  const data = fc.constantFrom("", ".data", ".data");
  return fc
    .tuple(pairs, data, fc.integer({ min: 0, max: 9 }), isProper(path))
    .map(([chosen, ending, kind, proper]) => {
      const [pathname = "", query = ""] = path.split("?", 2);
      const isDamaged = COSTLY.test(path) && !proper;
      const sent: [string, string][] = isDamaged
        ? [["intent", "nichts"], ...chosen.filter(([name]) => name !== "intent")]
        : chosen;
      const body = sent.map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`).join("&");
      const isMultipart = kind === 0;
      return {
        method: "POST",
        path: withQuery(`${pathname}${ending}`, query),
        type: isMultipart ? MULTIPART_TYPE : FORM_TYPE,
        body: isMultipart ? multipartOf(sent) : body,
        mayChangeAnyLead: MANY_LEADS.test(path) && !isDamaged,
      };
    });
}

/**
 * Requests of every kind over the whole product: every operation of the API, every page and every form, each as it
 * should be and in many ways as it should not.
 */
export function generatedRequests(
  described: ApiDocument,
  pages: readonly string[],
  forms: readonly PageForm[],
  ids: KnownIds,
): fc.Arbitrary<GeneratedRequest> {
  const operations = described.operations.map((operation) => operationRequests(operation, ids));
  return fc.oneof(
    { arbitrary: fc.oneof(...operations), weight: 8 },
    { arbitrary: fc.oneof(...pages.map((path) => pageRequests(path, ids))), weight: 1 },
    { arbitrary: fc.oneof(...forms.map(formRequests)), weight: 2 },
  );
}
