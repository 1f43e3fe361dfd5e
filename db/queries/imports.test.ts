import { expect } from "vitest";
import { addJob, it, NOON } from "~tests/store";
import type { Db } from "../client";
import {
  EMPTY_TABLE,
  findImports,
  getImport,
  getImportTable,
  insertImport,
  purgeImports,
  setImportTable,
  updateImport,
} from "./imports";

const TABLE = '{"header":["Domain"],"rows":[["firma.de"]],"lines":[2]}';

async function addImport(db: Db, id: string, createdAt = NOON): Promise<void> {
  const entry = { id, fileName: `${id}.csv`, fileTable: TABLE, mapping: '["domain"]' };
  await insertImport(db, { ...entry, createdAt, createdBy: "anna" });
}

it("lists imports newest first, with how their job stands", async ({ db }) => {
  await addImport(db, "eins");
  await addImport(db, "zwei", NOON + 1);
  const job = await addJob(db, { kind: "contacts", stored: 3, fresh: 2 });
  await updateImport(db, "eins", { jobId: job.id });
  expect(await findImports(db, 10)).toMatchObject([
    { id: "zwei", jobId: null, status: null, stored: null },
    { id: "eins", jobId: job.id, status: "queued", stored: 3, fresh: 2 },
  ]);
  expect(await findImports(db, 1)).toHaveLength(1);
  expect(await getImport(db, "drei")).toBeUndefined();
});

it("maps an import anew until it has started", async ({ db }) => {
  await addImport(db, "eins");
  await setImportTable(db, "eins", { mapping: '["website"]' });
  expect((await getImportTable(db, "eins"))?.mapping).toBe('["website"]');
  await updateImport(db, "eins", { jobId: (await addJob(db)).id });
  await setImportTable(db, "eins", { mapping: "[null]" });
  expect((await getImportTable(db, "eins"))?.mapping).toBe('["website"]');
});

it("empties old lists, but not those of jobs that still need them", async ({ db }) => {
  for (const id of ["offen", "laeuft", "fertig"]) await addImport(db, id);
  await addImport(db, "jung", NOON + 1);
  await updateImport(db, "laeuft", { jobId: (await addJob(db)).id });
  const done = await addJob(db, { status: "complete", finishedAt: NOON });
  await updateImport(db, "fertig", { jobId: done.id });
  expect(await purgeImports(db, NOON + 1)).toBe(2);
  expect(await purgeImports(db, NOON + 1)).toBe(0);
  const emptied = ["offen", "laeuft", "fertig", "jung"].map(async (id) => {
    const table = await getImportTable(db, id);
    return table?.fileTable === EMPTY_TABLE;
  });
  expect(await Promise.all(emptied)).toEqual([true, false, true, false]);
});
