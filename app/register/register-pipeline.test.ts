import { appendFile, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { blockDomain } from "~db/queries/blocked-domains";
import { findActors, getCurrentExport } from "~db/queries/register";
import { servicesWith } from "~tests/fake-providers";
import { resumeRun, startRun, TOKEN } from "~tests/job-run";
import { actorsFile, FILE, FILES, NORD } from "~tests/register-samples";
import { addLead, it, setJob, temporaryFolder } from "~tests/store";
import { CATALOG, person, writeExport } from "../../scripts/demo-providers/register/write-export";
import { conditionsOf } from "../jobs/kinds/register-params.server";
import { roleNames } from "../reading/companies/market";
import { startReadingFile } from "./register-files.server";
import { loadActorPage } from "./register-page.server";
import { registerFilePipeline, registerPipeline } from "./register-pipeline.server";

const ANY = { rolle: "", bundesland: "", ort: "", name: "" };
async function readingRun(db: Db, folder: string, name = FILE) {
  const { size, mtimeMs } = await stat(join(folder, name));
  const params = JSON.stringify({ file: name, bytes: size, changedAt: mtimeMs });
  return startRun(db, { kind: "registerFile", phase: "storing", params, query: name });
}

/** Reads an export by its job. */
async function readIn(db: Db, files: Parameters<typeof writeExport>[1], options = {}) {
  const folder = await temporaryFolder();
  await writeExport(join(folder, FILE), files, options);
  const { run } = await readingRun(db, folder);
  await registerFilePipeline(folder).run(run);
  return run.job;
}

async function shownActors(db: Db, filter: Partial<typeof ANY> = {}) {
  const shown = await getCurrentExport(db);
  if (shown === undefined) return [];
  const asked = { exportId: shown.id, filter: { ...ANY, ...filter }, numbers: null };
  return findActors(db, conditionsOf(asked), 50, 0);
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe("reading an export", () => {
  it.for([
    { encoding: "utf16le", isZip64: false },
    { encoding: "utf16le", isZip64: true },
    { encoding: "utf8", isZip64: false },
  ] as const)("keeps active organisations with their roles: %o", async (options, { db }) => {
    const job = await readIn(db, FILES, options);
    expect(job).toMatchObject({ found: 7, stored: 3 });
    expect(await getCurrentExport(db)).toMatchObject({ fileName: FILE, actors: 3, leftOut: 4 });
    const rows = await shownActors(db);
    expect(rows.map(({ name, roles }) => [name, ...roleNames(roles)])).toEqual([
      ["Freie Post GmbH", "Netzbetreiber Gas", "Lieferant Strom", "Bilanzkreisverantwortlicher"],
      [
        "Stadtwerke Nordhafen GmbH & Co. KG",
        "Netzbetreiber Strom",
        "Lieferant Strom",
        "Messstellenbetreiber",
      ],
      ["Süd Direktvermarktung AG", "Direktvermarkter", "Akteur im Strommarkt"],
    ]);
    expect(rows[1]).toMatchObject({
      number: "SNB900000000001",
      legalForm: "Gesellschaft mit beschränkter Haftung (GmbH)",
      street: "Am Umspannwerk 7",
      postalCode: "20457",
      city: "Hamburg",
      federalState: "Hamburg",
      country: "DE",
      phone: "040 1234-0",
      email: "info@stadtwerke-nordhafen.de",
      website: "www.stadtwerke-nordhafen.de",
      updatedOn: "2026-05-04",
    });
    // The postal code decides if the register names no state.
    expect(rows[2]?.federalState).toBe("Bayern");
  });

  it.for([
    [{ rolle: "Direktvermarkter" }, ["Süd Direktvermarktung AG"]],
    [{ bundesland: "Hamburg" }, ["Stadtwerke Nordhafen GmbH & Co. KG"]],
    [{ bundesland: "unbekannt" }, ["Freie Post GmbH"]],
    [{ ort: "803" }, ["Süd Direktvermarktung AG"]],
    [{ ort: "münch" }, ["Süd Direktvermarktung AG"]],
    [{ name: "NORDHAFEN stadt" }, ["Stadtwerke Nordhafen GmbH & Co. KG"]],
    [{ name: "sued" }, ["Süd Direktvermarktung AG"]],
    [{ rolle: "Netzbetreiber Gas", bundesland: "Hamburg" }, []],
  ] as const)("finds by %o", async ([filter, names], { db }) => {
    await readIn(db, FILES);
    expect(namesOf(await shownActors(db, filter))).toEqual(names);
  });

  it("says which actors are leads, and which can't become any", async ({ db }) => {
    await readIn(db, FILES);
    const lead = await addLead(db, { domain: "sued-dv.de" });
    await blockDomain(db, "stadtwerke-nordhafen.de", { at: 1, actor: "anna" });
    const { rows = [] } = (await loadActorPage(db, new URLSearchParams())) ?? {};
    expect(rows.map(({ leadId, leftOut }) => leadId ?? leftOut)).toEqual([
      "ohne Website",
      "Sperrliste",
      lead.id,
    ]);
  });

  it("takes the place of the export before, of which nothing stays", async ({ db }) => {
    await readIn(db, FILES);
    const newer = { ...NORD, Firmenname: "Nordhafen AG" };
    await readIn(db, { ...FILES, "Marktakteure_1.xml": actorsFile(newer, NORD) });
    expect(namesOf(await shownActors(db))).toEqual(["Freie Post GmbH", "Nordhafen AG"]);
    expect(await db.selectFrom("registerActors").select("name").execute()).toHaveLength(2);
  });

  it("goes on after a restart with the file that it was in", async ({ db }) => {
    const folder = await temporaryFolder();
    await writeExport(join(folder, FILE), FILES);
    const { run, job, controller } = await readingRun(db, folder);
    const step = run.step.bind(run);
    let steps = 0;
    run.step = async (work) => {
      steps += 1;
      if (steps === 2) controller.abort("shutdown");
      controller.signal.throwIfAborted();
      return step(work);
    };
    await expect(registerFilePipeline(folder).run(run)).rejects.toBe("shutdown");
    expect(await shownActors(db)).toEqual([]);
    await setJob(db, job.id, { runToken: TOKEN });
    const resumed = resumeRun(db, run.job).run;
    await registerFilePipeline(folder).run(resumed);
    expect(resumed.job).toMatchObject({ found: 7, stored: 3 });
    expect(await shownActors(db)).toHaveLength(3);
  });
});

const wordless = Buffer.from("kein XML");

describe("a file that is no export", () => {
  const cases: Record<string, [Parameters<typeof writeExport>[1], RegExp]> = {
    "without actors": [{ "Katalogwerte.xml": CATALOG }, /fehlt „Marktakteure“/],
    "without catalogs": [{ "Marktakteure_1.xml": actorsFile(NORD) }, /fehlt „Katalogwerte“/],
    "of other XML": [
      { ...FILES, "Marktakteure_1.xml": { root: "a", element: "b", items: [] } },
      /„Marktakteure_1.xml“ in der ZIP-Datei ist beschädigt oder/,
    ],
    "of no XML": [{ ...FILES, "Marktakteure_1.xml": wordless }, /„Marktakteure_1.xml“/],
    "with an end too early": [
      { ...FILES, "Marktakteure_2.xml": Buffer.from("<Marktakteure><Marktakteur>") },
      /„Marktakteure_2.xml“/,
    ],
    "of natural persons alone": [
      {
        ...FILES,
        "Marktakteure_1.xml": actorsFile(person("ABR1")),
        "Marktakteure_2.xml": actorsFile(),
      },
      /keine Organisation/,
    ],
  };

  it.for(Object.entries(cases))(
    "%s leaves what was there",
    async ([, [files, sentence]], { db }) => {
      await readIn(db, FILES);
      await expect(readIn(db, files)).rejects.toThrow(sentence);
      expect(await shownActors(db)).toHaveLength(3);
      expect(await db.selectFrom("registerExports").select("id").execute()).toHaveLength(1);
    },
  );

  const damages: Record<string, (path: string) => Promise<void>> = {
    "cut off": async (path) => truncate(path, (await stat(path)).size - 30),
    "no ZIP": (path) => writeFile(path, "Das ist kein ZIP."),
    "with a byte turned": async (path) => {
      const bytes = await readFile(path);
      // Within the catalogs, which come first.
      bytes[80] = (bytes[80] ?? 0) ^ 0xff;
      await writeFile(path, bytes);
    },
  };

  it.for(Object.entries(damages))(
    "%s is refused before a job begins",
    async ([, damage], { db }) => {
      const folder = await temporaryFolder();
      await writeExport(join(folder, FILE), FILES);
      await damage(join(folder, FILE));
      const services = { db, jobs: { wake() {} }, providers: servicesWith({}).providers };
      await expect(startReadingFile(services, folder, FILE, "anna")).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining("noch einmal herunterladen."),
      });
      expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
    },
  );

  it("is not read where it changed since the start", async ({ db }) => {
    const folder = await temporaryFolder();
    await writeExport(join(folder, FILE), FILES);
    const { run } = await readingRun(db, folder);
    await appendFile(join(folder, FILE), "x");
    await expect(registerFilePipeline(folder).run(run)).rejects.toThrow(/seit dem Start geändert/);
  });
});

describe("taking actors over", () => {
  async function takeOver(db: Db, filter: Partial<typeof ANY>, numbers: string[] | null = null) {
    const exportId = (await getCurrentExport(db))?.id;
    const params = JSON.stringify({ exportId, filter: { ...ANY, ...filter }, numbers });
    const fields = {
      kind: "register",
      phase: "storing",
      query: "Energiemarkt",
      region: null,
    } as const;
    const { run } = await startRun(db, { ...fields, params, requested: 1 });
    await registerPipeline().run(run);
    return run.job;
  }

  it("makes leads by their website, else by the domain of their email", async ({ db }) => {
    await readIn(db, FILES);
    await addLead(db, { domain: "sued-dv.de", companyName: "Schon da" });
    const job = await takeOver(db, {});
    expect(job).toMatchObject({ found: 3, stored: 2, fresh: 1 });
    const leads = await db.selectFrom("leads").selectAll().orderBy("domain").execute();
    expect(leads).toMatchObject([
      {
        domain: "stadtwerke-nordhafen.de",
        companyName: "Stadtwerke Nordhafen GmbH & Co. KG",
        email: "info@stadtwerke-nordhafen.de",
        phone: "+49 40 1234-0",
        street: "Am Umspannwerk 7",
        federalState: "Hamburg",
        sourceType: "register",
        sourceTerm: "Energiemarkt",
      },
      {
        domain: "sued-dv.de",
        companyName: "Schon da",
        email: "kontakt@sued-dv.de",
        city: "München",
      },
    ]);
    const results = await db
      .selectFrom("jobResults")
      .select(["companyName", "skipReason"])
      .execute();
    expect(results).toContainEqual({ companyName: "Freie Post GmbH", skipReason: "no_domain" });
  });

  it("takes only those that were chosen", async ({ db }) => {
    await readIn(db, FILES);
    expect(await takeOver(db, {}, ["DVM900000000002"])).toMatchObject({ found: 1, stored: 1 });
  });
});
