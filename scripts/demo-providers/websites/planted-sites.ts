import { domainToASCII } from "node:url";
import { z } from "zod";

/** Body of `POST /_control/site`: a page that stands at an address from now on. */
export const plantedPageSchema = z.strictObject({
  /** Registrable domain; the page answers for all its hosts. */
  domain: z.string().min(3),
  /** With its query, if it has one. */
  path: z.string().startsWith("/"),
  status: z.int().min(200).max(599).default(200),
  contentType: z.string().default("text/html; charset=utf-8"),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string(),
});

export type PlantedPage = z.infer<typeof plantedPageSchema>;

/** The pages that tests have put up. A firm with one has an ordinary website besides. */
export class PlantedSites {
  #pages = new Map<string, Map<string, PlantedPage>>();

  plant(page: PlantedPage): void {
    const domain = domainToASCII(page.domain);
    const pages = this.#pages.get(domain) ?? new Map<string, PlantedPage>();
    this.#pages.set(domain, pages.set(page.path, page));
  }

  has(domain: string): boolean {
    return this.#pages.has(domain);
  }

  find(domain: string, path: string): PlantedPage | undefined {
    return this.#pages.get(domain)?.get(path);
  }

  clear(): void {
    this.#pages.clear();
  }
}
