import { parse } from "parse5";
import { readImprintTree } from "../../reading/imprint/read-imprint";
import { defineTask } from "../../threads/define-task";
import { looksLikeImpressum } from "./company-site";
import { decodeText } from "./decode-text.server";
import type { DocumentFacts, DocumentSource } from "./document-reader.server";
import { parseDocument } from "./parse-document";

export default defineTask((source: DocumentSource): DocumentFacts => {
  const { url, contentType, charset, bytes, isImpressum } = source;
  const text = decodeText(bytes, charset);
  const tree = parse(text);
  const facts = parseDocument({ url, contentType, text, tree });
  const isSure = looksLikeImpressum(facts);
  const isRead = contentType !== "text/plain" && (isSure || isImpressum);
  const read = isRead ? readImprintTree(tree, url) : null;
  const imprint = isSure || read?.postalCode || read?.vatId ? read : null;
  return { ...facts, imprint };
});
