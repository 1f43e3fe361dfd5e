import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { startAppServer } from "../../tests/support/app-server";
import { backUp } from "./backup";
import { inventLeads } from "./invent-leads";
import { send } from "./load";
import { cpuOfProcess, number, printTable, quantile } from "./measure";

/** Pauses of who looks on, in milliseconds: a probe of the server, and people between two clicks. */
const PROBE_MS = 5;
const THINKING_MS = 100;
const CALM_MS = 5_000;
const POLL_MS = 200;
const IMPORTED = 10_000;
const JSON_BODY = { "content-type": "application/json" };
/** A fifth of all leads. */
const SOME = { federalState: "NW" };

const AnswerSchema = z.object({
  total: z.int().optional(),
  leads: z.array(z.object({ id: z.string() })).optional(),
  status: z.string().optional(),
  jobId: z.string().optional(),
});

/** A list of companies that no store of the benchmarks holds yet. */
function strangers(): string {
  const rows = [...inventLeads(IMPORTED, Date.now())].map(({ lead }) => {
    const { companyName, domain, phone, street, postalCode, city, notes } = lead;
    const website = `https://neu-${domain}/`;
    return [companyName, website, `info@neu-${domain}`, phone, street, postalCode, city, notes]
      .map((value) => `"${(value ?? "").replaceAll('"', '""')}"`)
      .join(";");
  });
  return ["Firma;Website;E-Mail;Telefon;Straße;PLZ;Ort;Notizen", ...rows].join("\r\n");
}

/** How long others wait while many leads are written, read or copied. */
export async function benchWrites(databasePath: string): Promise<void> {
  const app = await startAppServer(databasePath);
  const ask = async (path: string, body?: unknown) => {
    const sent = { method: "POST", body: JSON.stringify(body), headers: JSON_BODY };
    const answer = await send(app.url + path, body === undefined ? {} : sent);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.body}`);
    return AnswerSchema.parse(JSON.parse(answer.body.toString()));
  };
  const query = new URLSearchParams(SOME).toString();
  const count = async (more = "") =>
    (await ask(`/api/leads?pageSize=1&${query}${more}`)).total ?? 0;
  const { leads = [] } = await ask("/api/leads?pageSize=200&sort=domain");
  const expectedCount = await count();
  let turn = 0;
  const change = () => {
    const body = JSON.stringify({ notes: `Notiz ${turn}` });
    const id = leads[turn % leads.length]?.id;
    return send(`${app.url}/api/leads/${id}`, { method: "PATCH", body, headers: JSON_BODY });
  };
  const people: [pause: number, act: () => Promise<{ ms: number }>][] = [
    [PROBE_MS, () => send(`${app.url}/healthz`)],
    [THINKING_MS, () => send(`${app.url}/api/leads?page=${1 + (turn % 20)}`)],
    [THINKING_MS, change],
  ];
  const rows: string[][] = [];
  const watch = async (name: string, work: () => Promise<unknown>) => {
    let isOver = false;
    const looking = people.map(async ([pause, act]) => {
      const times: number[] = [];
      for (; !isOver; turn += 1) {
        times.push((await act()).ms);
        await delay(pause);
      }
      return times;
    });
    const [start, cpu] = [performance.now(), cpuOfProcess(app.pid)];
    await work().finally(() => {
      isOver = true;
    });
    const spent = [performance.now() - start, cpuOfProcess(app.pid) - cpu];
    const waited = (await Promise.all(looking)).flatMap((times) =>
      [0.5, 0.99, 1].map((share) => quantile(times, share)),
    );
    rows.push([name, ...[...spent.map((ms) => ms / 1_000), ...waited].map(number)]);
  };
  const importing = async () => {
    const body = new FormData();
    body.set("file", new File([strangers()], "Liste.csv"));
    const response = await fetch(`${app.url}/api/leads/import`, { method: "POST", body });
    const { jobId } = AnswerSchema.parse(await response.json());
    while ((await ask(`/api/jobs/${jobId}`)).status !== "complete") await delay(POLL_MS);
  };
  const bulk = async (action: object, isDone: () => Promise<boolean>) => {
    await ask("/api/leads/bulk", { filter: SOME, expectedCount, ...action });
    while (!(await isDone())) await delay(POLL_MS);
  };
  const tag = (name: string) =>
    bulk(
      { action: "addTag", tag: name },
      async () => (await count(`&tag=${name}`)) > 0.99 * expectedCount,
    );
  const exporting = () => send(`${app.url}/api/leads/export`);

  try {
    await watch("ruhig", () => delay(CALM_MS));
    await watch(`Tag für ${number(expectedCount)}`, () => tag("a"));
    await watch("Tag und Sicherung", () => Promise.all([tag("b"), backUp(databasePath)]));
    await watch("zwei Exporte", () => Promise.all([exporting(), exporting()]));
    await watch("löschen", () => bulk({ action: "delete" }, async () => (await count()) === 0));
    await watch(`${number(IMPORTED)} importieren`, importing);
    printTable(
      "Längstes Warten beim Schreiben, ms (Ziel: max ≤ 500)",
      [
        "Was",
        "s",
        "CPU s",
        "/healthz",
        "p99",
        "max",
        "Liste",
        "p99",
        "max",
        "Ändern",
        "p99",
        "max",
      ],
      rows,
    );
  } finally {
    await app.stop();
  }
}
