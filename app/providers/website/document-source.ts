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
