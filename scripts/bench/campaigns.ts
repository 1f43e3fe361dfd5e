import { sql } from "kysely";
import type { Db } from "../../db/client";
import {
  countTasksByCell,
  findCampaignInTurn,
  findNextTask,
  insertCampaign,
  noteDoneSearch,
  skipDoneTasks,
} from "../../db/queries/campaigns";
import { compare, number, printTable } from "./measure";

const STATES = 16;
const CREATED = Date.UTC(2026, 0, 1);
const CAMPAIGNS = ["a", "b", "c", "d"];

function searchOf(index: number) {
  const term = `Suchbegriff ${index % 3}`;
  return {
    term,
    foldedTerm: term.toLowerCase(),
    state: `Land ${index % STATES}`,
    city: `Ort ${index}`,
  };
}

/** Campaigns that want the same searches, of which half are done. */
async function seedCampaigns(db: Db, searches: number): Promise<void> {
  const tasks = Array.from({ length: searches }, (_, index) => searchOf(index));
  for (const id of CAMPAIGNS) {
    await insertCampaign(
      db,
      {
        id,
        kind: "bundeslaender",
        name: id,
        status: "running",
        count: 50,
        createdAt: CREATED,
        createdBy: "bench",
      },
      tasks.map((task, index) => ({
        ...task,
        campaignId: id,
        position: index + 1,
        status: index < searches / 2 ? "done" : "waiting",
      })),
    );
  }
  for (const { term: _, ...search } of tasks.slice(0, searches / 2)) {
    await noteDoneSearch(db, { ...search, found: 20, fresh: 5, doneAt: CREATED });
  }
}

/** What a campaign does between two searches, beside the plain way: to read all its searches. */
export async function benchCampaigns(db: Db, searches: number): Promise<void> {
  await seedCampaigns(db, searches);
  const [id = ""] = CAMPAIGNS;
  const steps: [string, () => Promise<unknown>][] = [
    ["die Kampagne finden, die dran ist", () => findCampaignInTurn(db)],
    ["überspringen, was erledigt ist", () => skipDoneTasks(db, { id, createdAt: CREATED })],
    ["die nächste Suche finden", () => findNextTask(db, id)],
    ["das Bild des Fortschritts zählen", () => countTasksByCell(db, id)],
  ];
  const [plain = Number.NaN, ...costs] = await compare([
    () => sql`SELECT * FROM campaign_tasks WHERE campaign_id = ${id} ORDER BY position`.execute(db),
    ...steps.map(([, run]) => run),
  ]);
  printTable(
    `Kampagnen: ${CAMPAIGNS.length} mit je ${number(searches)} Suchen; alle einer Kampagne lesen kostet ${number(plain)} ms CPU`,
    ["Schritt", "Verhältnis", "ms CPU"],
    steps.map(([name], at) => [
      name,
      `${number((costs[at] ?? Number.NaN) / plain)} ×`,
      number(costs[at] ?? Number.NaN),
    ]),
  );
}
