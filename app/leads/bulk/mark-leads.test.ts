import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { moveLeadsToTrash, restoreLeads } from "~db/queries/deleted-leads";
import { addLead, it, NOON } from "~tests/store";
import { watched } from "~tests/watched-queries";
import { markChunk } from "./mark-leads.server";

const by = { actor: "ben", now: NOON };
const ACTS: Record<string, (db: Db, seqs: number[]) => Promise<unknown>> = {
  approve: (db, seqs) => markChunk(db, seqs, { action: "approve" }, by),
  unapprove: (db, seqs) => markChunk(db, seqs, { action: "unapprove" }, by),
  addTag: (db, seqs) => markChunk(db, seqs, { action: "addTag", tag: "messe" }, by),
  removeTag: (db, seqs) => markChunk(db, seqs, { action: "removeTag", tag: "messe" }, by),
  delete: (db, seqs) => moveLeadsToTrash(db, seqs, { id: "x", at: NOON, actor: "ben" }),
  restore: (db, seqs) => restoreLeads(db, seqs, { at: NOON, actor: "ben" }),
};

describe("a change of many leads", () => {
  it("takes as many statements as that of one", async ({ db }) => {
    const seqs: number[] = [];
    for (let n = 0; n < 30; n += 1) seqs.push((await addLead(db, { domain: `f-${n}.de` })).seq);
    for (const [name, act] of Object.entries(ACTS)) {
      const { db: asked, statements } = watched(db);
      await act(asked, seqs.slice(0, 1));
      const one = statements.splice(0);
      await act(asked, seqs.slice(1));
      expect([name, statements]).toEqual([name, one]);
    }
  });
});
