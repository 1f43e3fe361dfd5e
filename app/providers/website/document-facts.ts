import { z } from "zod";

/** A page as it was fetched (SiteDocument has all of it). */
export interface DocumentSource {
  url: string;
  /** Without parameters, in lower case. */
  contentType: string;
  /** What the header says of its charset; empty where it says nothing. */
  charset: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What is taken from a page: plain data of bounded size. */
export const DocumentFactsSchema = z.object({
  title: z.string(),
  /** What a reader sees, a line for each block. */
  text: z.string(),
  /** Pages of the web it points to, each once: absolute, http or https, without fragment. */
  links: z.array(z.object({ url: z.string(), text: z.string() })),
});
export type DocumentFacts = z.infer<typeof DocumentFactsSchema>;
export type DocumentLink = DocumentFacts["links"][number];
