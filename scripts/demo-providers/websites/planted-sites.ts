import { domainToASCII } from "node:url";
import { z } from "zod";

/** Body of `POST /_control/site`: a page to serve at an address from now on. */
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

/** The pages that tests have added, by domain and path. A firm with one is otherwise ordinary. */
export class PlantedSites {
  readonly #sites = new Map<string, Map<string, PlantedPage>>();

  plant(page: PlantedPage): void {
    const domain = domainToASCII(page.domain);
    this.#sites.set(domain, new Map(this.#sites.get(domain)).set(page.path, page));
  }

  has(domain: string): boolean {
    return this.#sites.has(domain);
  }

  find(domain: string, path: string): PlantedPage | undefined {
    return this.#sites.get(domain)?.get(path);
  }

  clear(): void {
    this.#sites.clear();
  }
}
