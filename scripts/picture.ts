/** `npm run picture`: takes the README's picture of the demo, with a lead open. Light, 1440 × 900. */
import { join } from "node:path";
import { z } from "zod";
import { listLeads, patchLead, searchOnce } from "../tests/support/api-client";
import { removeFolder, startAppServer, temporaryFolder } from "../tests/support/app-server";
import { findOrInstallBrowser } from "./find-browser.mjs";

const PICTURE = "docs/leadspeicher.png";
const SEARCHES = [
  { query: "Maschinenbau", region: "Nordrhein-Westfalen", count: 20 },
  { query: "Stadtwerke", region: "Bayern", count: 40 },
];
const BEST_FIRST = "sort=salesScore&dir=desc";
const ENRICHMENT_LIMIT_MS = 120_000;
const JobCount = z.object({ total: z.number() });

async function waitUntilIdle(appUrl: string): Promise<void> {
  const deadline = Date.now() + ENRICHMENT_LIMIT_MS;
  for (;;) {
    const counts = await Promise.all(
      ["queued", "running"].map(async (status) =>
        JobCount.parse(await (await fetch(`${appUrl}/api/jobs?status=${status}`)).json()),
      ),
    );
    if (counts.every(({ total }) => total === 0)) return;
    if (Date.now() > deadline) throw new Error("the demo does not come to rest");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const folder = await temporaryFolder();
const path = join(folder, "picture.sqlite");
const settings = { DEMO_DATABASE_PATH: path, DEMO_LATENCY: "0", AUTO_ENRICHMENT: "true" };
const app = await startAppServer(path, settings, "scripts/demo.ts");
try {
  for (const search of SEARCHES) await searchOnce(app.url, search);
  await waitUntilIdle(app.url);
  const leads = await listLeads(app.url, `hasEmail=true&${BEST_FIRST}&pageSize=4`);
  const [best, ...others] = leads;
  if (best === undefined) throw new Error("the demo has found no lead");
  for (const { id } of others) await patchLead(app.url, id, { approved: true });

  const { chromium } = await import("playwright");
  const executablePath = await findOrInstallBrowser(process.cwd());
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      colorScheme: "light",
      locale: "de-DE",
    });
    await page.goto(`${app.url}/leadspeicher/${best.id}?${BEST_FIRST}`, {
      waitUntil: "networkidle",
    });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
  }
} finally {
  await app.stop();
  await removeFolder(folder);
}
console.log(PICTURE);
