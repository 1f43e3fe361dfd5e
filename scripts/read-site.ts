import { config } from "dotenv";
import { createSiteReader } from "../app/providers/website/read-site.server";
import { SiteError } from "../app/providers/website/site-error";

config({ quiet: true });
const [address] = process.argv.slice(2);
if (address === undefined) {
  console.error("Adresse fehlt: npm run read-site -- https://www.firma.de/");
  process.exit(2);
}
// Reads as the server does: with the same rules, pauses and proxy.
const sites = createSiteReader({ proxyUrl: process.env.SCRAPER_PROXY_URL?.trim() || undefined });
try {
  const { pages } = await sites.readSite(address, new AbortController().signal);
  for (const { kind, url, title, text } of pages) {
    console.log(`[${kind}] ${url}\n${title}\n\n${text}\n`);
  }
} catch (error) {
  if (!(error instanceof SiteError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await sites.close();
}
