import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";

const MEGABYTES = Buffer.alloc(60_000_000);

/** Bodies that are small on the wire and 60 MB afterwards. */
export const BOMBS: Record<string, () => Buffer> = {
  gzip: () => gzipSync(MEGABYTES),
  deflate: () => deflateSync(MEGABYTES),
  br: () => brotliCompressSync(MEGABYTES, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
};

const LINES = "content-type: text/html\r\nconnection: close\r\n";

/** The head of an answer; with a length where one is given. */
export function head(lines: string[] = [], length?: number): string {
  const more = lines.map((line) => `${line}\r\n`).join("");
  const size = length === undefined ? "" : `content-length: ${length}\r\n`;
  return `HTTP/1.1 200 OK\r\n${LINES}${more}${size}\r\n`;
}
