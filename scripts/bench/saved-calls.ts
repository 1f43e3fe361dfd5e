import { z } from "zod";
import {
  countCalls,
  resetProviders,
  startSearch,
  waitForJob,
} from "../../tests/support/api-client";
import { providerSettings, startAppServer } from "../../tests/support/app-server";
import { startDemoProviders } from "../demo-providers/server";
import { number, printTable } from "./measure";

const StatsSchema = z.object({ total: z.int(), withEmail: z.int() });
const SEARCHES = [
  { query: "Stadtwerke", region: "Hessen" },
  { query: "Maschinenbau", region: "Bayern" },
  { query: "Steuerberater", region: "Hamburg" },
  { query: "Elektriker", region: "Köln" },
];

/** How many calls of the paid email finder reading the Impressum saves, over searches of the demo. */
export async function benchSavedCalls(path: string): Promise<void> {
  const providers = await startDemoProviders({ latency: 0 });
  const rows: string[][] = [];
  for (const isRead of [false, true]) {
    const settings = { ...providerSettings(providers), OPENAI_API_KEY: "" };
    const app = await startAppServer(`${path}.${isRead}`, {
      ...settings,
      AUTO_ENRICHMENT: String(isRead),
    });
    try {
      await resetProviders(providers.origin);
      for (const search of SEARCHES) {
        await waitForJob(app.url, await startSearch(app.url, { ...search, count: 60 }));
      }
      const stats = await (await fetch(`${app.url}/api/leads/stats`)).json();
      const { total, withEmail } = StatsSchema.parse(stats);
      const { anymailfinder = 0 } = await countCalls(providers.origin);
      const name = isRead ? "Impressum zuerst" : "E-Mail-Suche allein";
      rows.push([name, ...[total, withEmail, anymailfinder].map(number)]);
    } finally {
      await app.stop();
    }
  }
  await providers.close();
  printTable(
    "Suchen in der Demo",
    ["Weg", "Firmen", "mit E-Mail", "Anfragen bei Anymailfinder"],
    rows,
  );
}
