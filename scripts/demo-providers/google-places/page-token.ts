import { createHash } from "node:crypto";

const PREFIX = "AeCrKX";

/** Fingerprint of all parameters that must stay the same from page to page. */
export function fingerprint(parameters: Record<string, unknown>): string {
  const { pageToken: _token, pageSize: _size, maxResultCount: _count, ...fixed } = parameters;
  const sorted = Object.entries(fixed).toSorted(([a], [b]) => a.localeCompare(b));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("base64url").slice(0, 22);
}

/** An opaque token for the page that begins at `offset` of the search with this fingerprint. */
export function writePageToken(offset: number, parameters: string): string {
  return PREFIX + Buffer.from(`${offset}.${parameters}`).toString("base64url");
}

/** Reads a token back; undefined when this server has not written it for these parameters. */
export function readPageToken(token: string, parameters: string): number | undefined {
  const text = Buffer.from(token.slice(PREFIX.length), "base64url").toString("utf8");
  const offset = Number(text.split(".")[0]);
  return writePageToken(offset, parameters) === token ? offset : undefined;
}
