import { expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, LeadPageSchema, readAnswer } from "../support/api-answers";
import { listLeads, postForm, waitForJob } from "../support/api-client";
import { readHtml, readText, textOf } from "../support/page-text";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";

const StartedSchema = z.object({ jobId: z.string(), importId: z.string() });
const LIST = [
  "Firma;Website;E-Mail;PLZ;Bewertung;Tags",
  "Neu GmbH;https://www.neu-import.example;info@neu-import.example;01067;4;Messe",
  "Zweite;zweite-import.example;;;5;",
  "Doppelt;neu-import.example;;;3;",
  "Ohne;;anna@gmx.de;;;",
  "Zum Teil;teil-import.example;kaputt;1067;9;",
  ";k. A.;kaputt;;;",
  "Portal;https://www.facebook.com/portal;;;;",
].join("\r\n");
const COLUMNS = ["companyName", "website", "email", "postalCode", "salesScore", "tags"];

const app = await openTestApp({ settings: { OPENAI_API_KEY: "", ANYMAILFINDER_API_KEY: "" } });
const { url } = app.server;

/** Uploads a list on the page; the address of its preview. */
async function upload(text: string): Promise<string> {
  const datei = new File([text], "Liste.csv");
  const sent = await postForm(`${url}/leadspeicher/import`, { datei });
  return url + (sent.headers.get("location") ?? "");
}

function send(page: string, columns: readonly string[], fields: Record<string, string>) {
  const choices = columns.map((field, index) => [`spalte-${index}`, field]);
  return postForm(page, { ...Object.fromEntries(choices), ...fields });
}

/** The page of an import once it is in a state. */
async function waitForText(page: string, text: string): Promise<string> {
  await expect.poll(() => readText(page), { timeout: 10_000 }).toContain(text);
  return readText(page);
}

function postFile(file: File, more: Record<string, string> = {}) {
  return postForm(`${url}/api/leads/import`, { file, ...more });
}

async function leads(query: string) {
  return (await getAnswer(`${url}/api/leads?${query}`, LeadPageSchema)).leads;
}

test("the websites of bare domains are read by one press, without any key", async () => {
  const domain = "nackt-import.example";
  const body = "<a href=#impressum>Impressum</a><p>Gut Ding GmbH<br>Gasse 1<br>50667 Köln";
  await plantPage(app.providers.origin, { domain, path: "/", body });
  const page = await upload(`Domain\n${domain}`);
  expect(await readText(page)).not.toContain("lesen, kostenlos");
  await send(page, ["domain"], { intent: "start" });
  expect(await waitForText(page, "Importiert")).toContain("1 Website lesen, kostenlos");
  const press = await postForm(page, { intent: "read" });
  const run = press.headers.get("location")?.split("/").at(-1) ?? "";
  expect(await waitForJob(url, run)).toMatchObject({ type: "enrichment", status: "complete" });
  const lead = { companyName: "Gut Ding GmbH", website: `http://${domain}/`, city: "Köln" };
  expect(await listLeads(url, `q=${domain}`)).toMatchObject([lead]);
});

test("an import begins once, however often the start is pressed", async () => {
  const page = await upload(LIST);
  expect(page).toMatch(/\/leadspeicher\/import\/[\w-]+$/);
  expect(await readText(page)).toMatch(
    /1 ohne Website 1 auf Portalen oder Plattformen 1 doppelt 0 auf der Sperrliste/,
  );
  for (const _ of [1, 2]) {
    expect((await send(page, COLUMNS, { intent: "start" })).status).toBe(302);
  }
  expect(await waitForText(page, "Importiert")).toMatch(
    /3 neu 0 bereits vorhanden 3 übersprungen \( ?1 doppelt, 1 ohne Website, 1 auf Portalen oder P/,
  );
  expect(await leads("q=neu-import")).toMatchObject([
    {
      domain: "neu-import.example",
      companyName: "Neu GmbH",
      email: "info@neu-import.example",
      postalCode: "01067",
      salesScore: 4,
      tags: ["Messe"],
      sourceType: "import",
      sourceTerm: "Liste",
      status: "neu",
    },
  ]);
});

test("a preview shows a lead as it is stored, and starts only what was looked at", async () => {
  // No header, and values as people write them.
  const page = await upload(
    "Firma 1 GmbH;www.eins-gleich.example;0911-10002 (Zentrale);Weg 1;1067 Dresden;Dr. Anna Groß",
  );
  expect(await readHtml(page)).toMatch(/value="companyName" selected=""/);
  const columns = ["companyName", "website", "phone", "street", "city", "contactName"];
  const tag = "Liste 9";
  expect((await send(page, columns, { intent: "check", tag })).status).toBe(302);
  const html = await readHtml(page);
  const [row = ""] = /<tr><td class="md:max-w-\[280px\]">.*?<\/tr>/s.exec(html) ?? [];
  expect(textOf(row).trim()).toBe(
    "Firma 1 GmbH eins-gleich.example Weg 1, 01067 Dresden Sachsen 0911 10002 Dr. Anna Groß Liste 9 neu wird ein neuer Lead",
  );
  const seen = /name="gezeigt" value="(.*?)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  const other = { tag, intent: "start", gezeigt: seen.replace("street", "topics") };
  const unseen = await send(page, columns, other);
  expect(unseen.headers.get("location")).toMatch(/\?geaendert#pruefung$/);
  await send(page, columns, { tag, intent: "start", gezeigt: seen });
  await waitForText(page, "Importiert");
  // Nor does a page that still stands open change what a run is storing.
  const late = await send(page, ["", ...columns.slice(1)], { intent: "check" });
  expect(url + late.headers.get("location")).toBe(page);
  expect(await leads("q=eins-gleich")).toMatchObject([
    {
      ...{ companyName: "Firma 1 GmbH", domain: "eins-gleich.example", street: "Weg 1" },
      ...{ postalCode: "01067", city: "Dresden", federalState: "Sachsen", phone: "+4991110002" },
      ...{ contactName: "Dr. Anna Groß", tags: ["Liste 9"] },
    },
  ]);
});

test("a file that is too large is refused, and an import without a company's column", async () => {
  const datei = new File(["x;y\n".repeat(5_300_000)], "Liste.csv");
  const large = await postForm(`${url}/leadspeicher/import`, { datei });
  expect(large.status).toBe(422);
  expect(await large.text()).toContain("Die Datei ist größer als 20 MB");
  const page = await upload(LIST);
  expect((await send(page, ["companyName"], { intent: "start" })).status).toBe(302);
  expect(await readText(page)).toContain("Keine Spalte ist als Domain, Website oder E-Mail");
  expect((await send(page, ["companyName"], { intent: "start" })).status).toBe(422);
});

test("the API counts in a dry run, imports, and takes back an export as it was", async () => {
  const file = new File([LIST.replaceAll("-import", "-api")], "Liste.csv");
  const dry = await postFile(file, { dryRun: "true" });
  expect([dry.status, await dry.json()]).toMatchObject([
    200,
    {
      ...{ rows: 7, fresh: 3, known: 0, deleted: 0, withoutDomain: 2, duplicate: 1, blocked: 0 },
      ...{ faulty: 1, dropped: 1, droppedValues: 2 },
      faults: [{ line: 7, messages: [expect.any(String)] }],
      left: [{ line: 6, messages: [expect.any(String), expect.any(String)] }],
    },
  ]);
  expect(await leads("q=neu-api")).toEqual([]);

  const response = await postFile(file);
  const { jobId } = await readAnswer(response, 202, StartedSchema);
  expect(response.headers.get("location")).toBe(`/api/jobs/${jobId}`);
  expect(await waitForJob(url, jobId)).toMatchObject({
    ...{ type: "csv", status: "complete", query: "Liste.csv", progress: 100 },
    ...{ found: 6, stored: 3, storedNew: 3, requested: 3 },
    warnings: ["1 fehlerhafte Zeile wurde nicht importiert.", "2 unbrauchbare Werte ausgelassen."],
  });
  const before = await leads("sort=domain&dir=asc");
  const exported = await (await fetch(`${url}/api/leads/export`)).arrayBuffer();
  const again = await readAnswer(
    await postFile(new File([exported], "leads.xlsx")),
    202,
    StartedSchema,
  );
  const job = await waitForJob(url, again.jobId);
  expect(job).toMatchObject({ stored: before.length, storedNew: 0, warnings: [] });
  expect(await leads("sort=domain&dir=asc")).toEqual(before);
});
