import { describe, expect } from "vitest";
import { addJob, it, NOON, openTestStore } from "~tests/store";
import type { Db } from "../client";
import { insertUpload, purgeUploads } from "./uploads";

async function upload(db: Db, id: string, createdAt = NOON): Promise<void> {
  await insertUpload(db, {
    id,
    purpose: "profiles",
    fileName: "Profile.csv",
    fileTable: '{"header":["Firma"],"rows":[["A"]],"lines":[2]}',
    createdAt,
    createdBy: "anna",
  });
}

const ids = async (db: Db) =>
  (await db.selectFrom("uploads").select("id").orderBy("id").execute()).map(({ id }) => id);

describe("an upload", () => {
  it.each([
    ["queued", ["u1"]],
    ["running", ["u1"]],
    ["complete", []],
    ["failed", []],
    ["cancelled", []],
  ] as const)("of a job that is %s stays, or not: %j", async (status, left) => {
    const db = await openTestStore();
    await upload(db, "u1", NOON - 1);
    await addJob(db, { kind: "profiles", status, params: '{"uploadId":"u1"}' });
    await purgeUploads(db, NOON);
    expect(await ids(db)).toEqual(left);
  });

  it("is removed though jobs without an upload are open", async ({ db }) => {
    await upload(db, "u1", NOON - 1);
    await addJob(db, { status: "queued" });
    await addJob(db, { status: "running", params: '{"uploadId":"other"}' });
    expect(await purgeUploads(db, NOON)).toBe(1);
  });
});
