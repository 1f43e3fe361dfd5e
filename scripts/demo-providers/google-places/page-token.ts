import { createHash } from "node:crypto";

const PREFIX = "AeCrKX";

/** Fingerprint of all parameters that must stay the same from page to page. */
export function fingerprint(parameters: Record<string, unknown>): string {
  const { pageToken: _token, pageSize: _size, maxResultCount: _count, ...fixed } = parameters;
  return digest(canonical(fixed));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(",")}}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** An opaque token for the page that begins at `offset` of the search with this fingerprint. */
export function writePageToken(offset: number, parameters: string): string {
  const content = `${offset}.${parameters}`;
  return PREFIX + Buffer.from(`${content}.${digest(content)}`).toString("base64url");
}

/** Reads a token back; undefined when this server has not written it for these parameters. */
export function readPageToken(token: string, parameters: string): number | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const text = Buffer.from(token.slice(PREFIX.length), "base64url").toString("utf8");
  const offset = Number(text.split(".")[0]);
  return writePageToken(offset, parameters) === token ? offset : undefined;
}
