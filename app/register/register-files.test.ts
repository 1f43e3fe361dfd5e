import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { beginExport, finishExport } from "~db/queries/register";
import { addJob, it, temporaryFolder } from "~tests/store";
import { purgeUploadedExports, savePiece } from "./register-files.server";

const HOUR_MS = 3_600_000;

it("takes each piece once, whoever sends it", async () => {
  const folder = await temporaryFolder();
  const bytes = Buffer.from("0123456789");
  const send = (offset: number, end: number) =>
    savePiece(
      folder,
      { name: "export.zip", size: bytes.length, offset },
      new Blob([new Uint8Array(bytes.subarray(offset, end))]),
    );
  const atOnce = await Promise.all([send(0, 4), send(0, 4), send(0, 4)]);
  expect(atOnce.map(({ received }) => received)).toEqual([4, 4, 4]);
  expect(await send(6, 8)).toEqual({ received: 4 });
  const file = "export (hochgeladen).zip";
  expect(await Promise.all([send(4, 10), send(4, 10)])).toEqual([
    { received: 10, file },
    { received: 10, file },
  ]);
  expect(await readdir(folder)).toEqual([file]);
  expect(await readFile(join(folder, file))).toEqual(bytes);
});

it("removes uploads that were read in or are a day old, and no other file", async ({ db }) => {
  const folder = await temporaryFolder();
  const now = Date.now();
  const ages = {
    "alt (hochgeladen).zip": 25,
    "offen (hochgeladen).zip": 25,
    "neu (hochgeladen).zip": 1,
    "gelesen (hochgeladen).zip": 2,
    "neu.zip.100.teil": 1,
    "alt.zip.100.teil": 25,
    "eigene.zip": 999,
  };
  for (const [name, hours] of Object.entries(ages)) {
    await writeFile(join(folder, name), "x");
    const at = new Date(now - hours * HOUR_MS);
    await utimes(join(folder, name), at, at);
  }
  await addJob(db, { kind: "registerFile", query: "offen (hochgeladen).zip", status: "running" });
  const { id } = await addJob(db, { kind: "registerFile", status: "complete" });
  const exportId = await beginExport(db, id, "gelesen (hochgeladen).zip");
  await finishExport(db, exportId, { actors: 1, leftOut: 0, finishedAt: now - HOUR_MS });
  await purgeUploadedExports(db, folder, now);
  expect(await readdir(folder)).toEqual([
    "eigene.zip",
    "neu (hochgeladen).zip",
    "neu.zip.100.teil",
    "offen (hochgeladen).zip",
  ]);
});
