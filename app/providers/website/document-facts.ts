/** A page as it was fetched (SiteDocument has all of it). */
export interface DocumentSource {
  url: string;
  /** Without parameters, in lower case. */
  contentType: string;
  /** What the header says of its charset; empty where it says nothing. */
  charset: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export function isDocumentSource(message: unknown): message is DocumentSource {
  if (typeof message !== "object" || message === null) return false;
  const { url, contentType, charset, bytes }: Partial<Record<keyof DocumentSource, unknown>> =
    message;
  const texts = [url, contentType, charset];
  return texts.every((text) => typeof text === "string") && bytes instanceof Uint8Array;
}

/** What is taken from a page: plain data of bounded size. */
export interface DocumentFacts {
  title: string;
  description: string;
  /** What a reader sees, a line for each block; at most 20,000 characters. */
  text: string;
  /** Pages of the web it points to, each once; at most 200. */
  links: DocumentLink[];
  /** In lower case, each once; at most 50. */
  emails: string[];
  /** As the links to call them have them, each once; at most 20. */
  phones: string[];
  /** Its language, e.g. `de-DE`; empty where it says none. */
  lang: string;
}

export interface DocumentLink {
  /** Absolute, http or https, without fragment. */
  url: string;
  text: string;
}

/** Far more than is judged of a page, so that what is taken out before pushes nothing else out. */
export const MAX_TEXT = 40_000;
export const MAX_LINKS = 200;
export const MAX_EMAILS = 50;
export const MAX_PHONES = 20;
export const MAX_TITLE = 300;
export const MAX_DESCRIPTION = 1_000;
