import { copyFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { expect, onTestFinished, vi } from "vitest";
import { startCheckpoints } from "../../app/checkpoints.server";
import { openDatabase } from "../../db/client";
import { addLead, it, temporaryFolder } from "../support/store";

it("writes what was changed from the log into the file, though no commit does", async () => {
  const path = join(await temporaryFolder(), "leads.sqlite");
  const db = await openDatabase(path);
  const thread = startCheckpoints(path);
  onTestFinished(async () => {
    await thread.terminate();
    await db.destroy();
  });
  await addLead(db, { domain: "firma.de" });
  await vi.waitFor(
    () => {
      // The file without its log.
      copyFileSync(path, `${path}.alone`);
      const alone = new SqliteDatabase(`${path}.alone`);
      try {
        expect(alone.prepare("SELECT domain FROM leads").pluck().all()).toEqual(["firma.de"]);
      } finally {
        alone.close();
      }
    },
    { timeout: 10_000, interval: 100 },
  );
});
