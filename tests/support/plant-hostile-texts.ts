/** Run by `plantHostileTexts` with the path of a database file. */
import { v7 as uuid } from "uuid";
import { openDatabase } from "../../db/client";
import { insertImport } from "../../db/queries/imports";
import { insertJobResults } from "../../db/queries/job-results";
import { insertJob } from "../../db/queries/jobs";
import { saveView } from "../../db/queries/saved-views";
import { addSearchToHistory } from "../../db/queries/search-history";
import { JOB_KIND_NAMES } from "../../db/schema/jobs";
import { HOSTILE_TEXTS, type Planted } from "./hostile-texts";
import { SEED_START, seedLeads } from "./lead-factory";

/** Writes every text into every field that holds one; where they can be read then. */
async function plant(databasePath: string): Promise<Planted> {
  const leadIds = HOSTILE_TEXTS.map(() => uuid());
  await seedLeads(
    databasePath,
    HOSTILE_TEXTS.map((text, index) => ({
      id: leadIds[index] ?? "",
      domain: text,
      createdAt: SEED_START + index,
      companyName: text,
      website: text,
      email: text,
      emails: JSON.stringify([text, `${text}@firma.example`]),
      phone: text,
      address: text,
      street: text,
      postalCode: text,
      city: text,
      federalState: text,
      country: text,
      contactName: text,
      contactTitle: text,
      contactProfileUrl: text,
      companyType: text,
      topics: JSON.stringify([text]),
      salesScore: 3,
      salesReason: text,
      offerPackage: text,
      sourceTerm: text,
      notes: text,
      owner: text,
      tags: [text],
    })),
  );
  const db = await openDatabase(databasePath);
  try {
    return await db.transaction().execute(async (trx) => {
      const leads = await trx.selectFrom("leads").select(["id", "seq", "domain"]).execute();
      const all = JSON.stringify(HOSTILE_TEXTS);
      const jobIds: string[] = [];
      for (const kind of JOB_KIND_NAMES) {
        const id = uuid();
        jobIds.push(id);
        const [first = ""] = HOSTILE_TEXTS;
        await insertJob(trx, {
          id,
          kind,
          status: "failed",
          phase: "done",
          found: leads.length,
          stored: leads.length,
          requested: leads.length,
          params: JSON.stringify({
            query: first,
            region: first,
            searchUrl: first,
            fileName: first,
            count: 5,
            enrich: true,
          }),
          query: first,
          region: first,
          error: first,
          warnings: all,
          createdBy: first,
          createdAt: Date.now(),
          startedAt: Date.now(),
          finishedAt: Date.now(),
        });
        await insertJobResults(
          trx,
          HOSTILE_TEXTS.flatMap((text, index) => {
            const row = { jobId: id, domain: text, companyName: text, website: text, phone: text };
            const person = { contactName: text, contactTitle: text, contactProfileUrl: text };
            const place = { address: text, city: text, isNew: 1 as const };
            const lead = leads.find(({ domain }) => domain === text);
            const stored = { ...row, ...person, ...place, position: index };
            return [
              { ...stored, leadSeq: lead?.seq ?? null },
              { ...stored, position: 1_000 + index, skipReason: "no_domain" as const },
            ];
          }),
        );
      }
      const importIds: string[] = [];
      for (const [index, text] of HOSTILE_TEXTS.entries()) {
        const note = { createdAt: Date.now() + index, createdBy: text };
        await saveView(trx, {
          id: uuid(),
          owner: "",
          name: text,
          nameKey: text,
          query: `q=${encodeURIComponent(text)}`,
          ...note,
        });
        await addSearchToHistory(trx, {
          id: uuid(),
          mode: "custom",
          query: text,
          region: text,
          jobId: null,
          createdAt: note.createdAt,
        });
        await trx
          .insertInto("blockedDomains")
          .values({ domain: text, ...note })
          .execute();
        const lead = leads.find(({ domain }) => domain === text);
        if (lead === undefined) throw new Error(`no lead for ${text}`);
        const found = { leadSeq: lead.seq, jobId: jobIds[0] ?? null, foundAt: note.createdAt };
        await trx
          .insertInto("leadSources")
          .values({
            id: uuid(),
            ...found,
            sourceType: "maps",
            provider: text,
            term: text,
            region: text,
            payload: JSON.stringify({ text }),
          })
          .execute();
        const change = { notes: { from: text, to: text }, tags: { from: [text], to: [text] } };
        await trx
          .insertInto("leadEvents")
          .values({
            id: uuid(),
            leadSeq: lead.seq,
            at: note.createdAt,
            actor: text,
            kind: "updated",
            changes: JSON.stringify(change),
            jobId: null,
          })
          .execute();
        const importId = uuid();
        importIds.push(importId);
        const fileTable = JSON.stringify({
          header: ["Firma", text],
          rows: HOSTILE_TEXTS.map((cell) => [cell, text]),
          lines: HOSTILE_TEXTS.map((_, row) => row + 2),
        });
        const mapping = JSON.stringify({
          fields: ["companyName", index % 2 === 0 ? "website" : null],
          tag: null,
        });
        await insertImport(trx, {
          id: importId,
          fileName: text,
          fileTable,
          mapping,
          jobId: index === 0 ? (jobIds[2] ?? null) : null,
          undoneAt: null,
          ...note,
        });
      }
      return { leadIds, jobIds, importIds };
    });
  } finally {
    await db.destroy();
  }
}

const [databasePath] = process.argv.slice(2);
if (databasePath === undefined) throw new Error("no database named");
process.stdout.write(JSON.stringify(await plant(databasePath)));
