/** Requests as the bytes that a client sends, right ones and wrong ones. */

export const CHUNKED = "Transfer-Encoding";
export const TYPE = "Content-Type";

/** Headers of a browser on our own page, and on a foreign one. */
export const OWN = { Origin: "http://{own}", Cookie: "s=1" };
export const EVIL = { Origin: "https://evil.example", Cookie: "s=1" };
export const TEXT = { [TYPE]: "text/plain" };
export const IN_PIECES = { [CHUNKED]: "chunked" };

export const UPLOAD = "/api/jobs/csv-enrich";
const partsOf = (text: string) =>
  `--x\r\nContent-Disposition: form-data; name=a\r\n\r\n${text}\r\n--x--\r\n`;
export const PARTS = partsOf("1");
/** A form with a field of so many bytes. */
export const fileOf = (bytes: number) => partsOf("1".repeat(bytes));

/** False leaves a header out, also one that would be there by itself. */
export type HeaderValues = Record<string, string | false>;

/**
 * Writes a request with the right Host and a closing connection. `{own}` and `{port}` stand for the
 * server's name with its port, and for the port alone.
 */
export function request(start: string, headers: HeaderValues = {}, body = ""): string {
  const all: HeaderValues = { Host: "{own}", Connection: "close", ...headers };
  if (body && !("Content-Length" in all || CHUNKED in all)) {
    all["Content-Length"] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).filter(([, value]) => value !== false);
  const head = [`${start} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

export const get = (path: string, headers: HeaderValues = {}) => request(`GET ${path}`, headers);
export const head = (path: string, headers: HeaderValues = {}) => request(`HEAD ${path}`, headers);
export const json = (headers: HeaderValues = {}, body = "{}", path = "/api/leads") =>
  request(`POST ${path}`, { [TYPE]: "application/json", ...headers }, body);
export const form = (headers: HeaderValues = {}, body = "a=1", path = "/seite") =>
  request(`POST ${path}`, { [TYPE]: "application/x-www-form-urlencoded", ...headers }, body);
export const upload = (headers: HeaderValues = {}, body = PARTS, path = UPLOAD) =>
  request(`POST ${path}`, { [TYPE]: "multipart/form-data; boundary=x", ...headers }, body);

/** A whole body in chunked coding. */
export const pieces = (...parts: string[]) =>
  [...parts, ""].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join("");
