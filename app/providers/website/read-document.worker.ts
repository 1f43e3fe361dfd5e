import { parentPort } from "node:worker_threads";
import { parse } from "parse5";
import { readImprintTree } from "../../imprint/read-imprint";
import { looksLikeImpressum } from "./company-site";
import { decodeText } from "./decode-text.server";
import type { DocumentFacts, DocumentSource } from "./document-reader.server";
import { parseDocument } from "./parse-document";

// Reads one page after the other. An error ends the thread, and with it the page.
parentPort?.on("message", ({ url, contentType, charset, bytes, isImpressum }: DocumentSource) => {
  const text = decodeText(bytes, charset);
  const tree = parse(text);
  const facts = parseDocument({ url, contentType, text, tree });
  const isSure = looksLikeImpressum(facts);
  const isRead = contentType !== "text/plain" && (isSure || isImpressum);
  const read = isRead ? readImprintTree(tree, url) : null;
  // Where a link calls it one, an address or a VAT id is enough.
  const imprint = isSure || read?.postalCode || read?.vatId ? read : null;
  parentPort?.postMessage({ ...facts, imprint } satisfies DocumentFacts);
});
// Whoever started the thread waits for this before its time begins to count.
parentPort?.postMessage("ready");
