/** A page that stands at a domain of the demo world, or at any other, from now on. */
interface PlantedPage {
  domain: string;
  /** With its query, if it has one. */
  path: string;
  status?: number;
  contentType?: string;
  headers?: Record<string, string>;
  body: string;
}

/** Puts up a page on the websites that the local providers play. Their reset takes it down. */
export async function plantPage(providersOrigin: string, page: PlantedPage): Promise<void> {
  const response = await fetch(`${providersOrigin}/_control/site`, {
    method: "POST",
    body: JSON.stringify(page),
  });
  if (!response.ok) throw new Error(`the page was not planted: ${await response.text()}`);
}
