import { parentPort } from "node:worker_threads";
import { decodeText } from "./decode-text.server";
import type { DocumentSource } from "./document-reader.server";
import { parseDocument } from "./parse-document";

// Reads one page after the other. An error ends the thread, and with it the page.
parentPort?.on("message", ({ url, contentType, charset, bytes }: DocumentSource) => {
  parentPort?.postMessage(parseDocument({ url, contentType, text: decodeText(bytes, charset) }));
});
// Whoever started the thread waits for this before its time begins to count.
parentPort?.postMessage("ready");
