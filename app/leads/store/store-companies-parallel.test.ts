import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "~db/client";
import { company, findingOf } from "~tests/found-company";
import { addJob, temporaryFolder } from "~tests/store";
import { storeCompanies } from "./store-companies.server";

const SPELLINGS = ["http://www.FIRMA-", "https://firma-", "info@firma-"];

it("jobs that find the same companies through connections of their own store each once", async () => {
  const path = join(await temporaryFolder(), "leads.sqlite");
  const open = async () => {
    const db = await openDatabase(path);
    onTestFinished(() => db.destroy());
    return db;
  };
  const runs = SPELLINGS.map(async (spelling) => {
    const db = await open();
    const job = await addJob(db);
    const seen = new Set<string>();
    let fresh = 0;
    for (let at = 0; at < 20; at += 5) {
      const page = Array.from({ length: 10 }, (_, n) => company(`${spelling}${(at + n) % 20}.de`));
      const stored = await db
        .transaction()
        .execute((trx) => storeCompanies(trx, page, findingOf(job), seen, 1_000));
      fresh += stored.filter(({ isNew }) => isNew).length;
    }
    return fresh;
  });
  const fresh = (await Promise.all(runs)).reduce((sum, one) => sum + one, 0);
  const db = await open();
  const leads = await db.selectFrom("leads").select("domain").execute();
  expect([fresh, leads.length]).toEqual([20, 20]);
  const created = db.selectFrom("leadEvents").select("id").where("kind", "=", "created");
  expect(await created.execute()).toHaveLength(20);
  expect(await db.selectFrom("leadSources").select("id").execute()).toHaveLength(60);
});
