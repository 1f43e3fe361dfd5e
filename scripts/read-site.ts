import { config } from "dotenv";
import { createDocumentReader } from "../app/providers/website/document-reader.server";
import { createSiteFetcher } from "../app/providers/website/fetch-site.server";
import { SiteError } from "../app/providers/website/site-error";

config({ quiet: true });
const [address] = process.argv.slice(2);
if (address === undefined) {
  console.error("Adresse fehlt: npm run read-site -- https://www.firma.de/impressum");
  process.exit(2);
}
const fetcher = createSiteFetcher({ proxyUrl: process.env.SCRAPER_PROXY_URL?.trim() || undefined });
const reader = createDocumentReader();
try {
  // What the server would see of a page: fetched and read by the same rules, and through the same proxy.
  const page = await fetcher.fetchDocument(address, new AbortController().signal);
  const { text, links, ...facts } = await reader.read(page);
  console.log(
    JSON.stringify({ url: page.url, status: page.status, ...facts, links: links.length }, null, 2),
  );
  console.log(text);
} catch (error) {
  if (!(error instanceof SiteError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await Promise.all([reader.close(), fetcher.close()]);
}
