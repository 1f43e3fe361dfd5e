import { expect } from "vitest";
import { parsePhoneNumber } from "~db/phone-number";
import { insertJobResults } from "~db/queries/job-results";
import { FORMULA_TEXTS, shownText } from "~tests/formula-texts";
import { addJob, addLead, it, openTestStore } from "~tests/store";
import { writeRows } from "~tests/written-workbook";
import { displayDomain } from "../reading/companies/domain-key.server";
import { columnName } from "../spreadsheet/workbook-skeleton.server";
import { LEAD_COLUMNS } from "./lead-columns";
import { type ExportSelection, leadRows } from "./lead-rows.server";

/** Columns whose texts are ours or of a fixed list. */
const OWN_WORDS = ["Status", "Kontaktiert", "Favorit", "Freigegeben", "Quelle"];
/** Columns that show a text in another form. */
const READ_AS: Partial<Record<string, (text: string) => string>> = {
  Domain: displayDomain,
  "Alle Ansprechpersonen": (text) => `${text}, ${text}`,
  Telefon: (text) => parsePhoneNumber(text).display.replaceAll("\u00a0", " "),
};

/** Fills every column that holds a text from outside, for the store's list and for a job's results. */
async function storeTexts() {
  const db = await openTestStore();
  const { id: jobId } = await addJob(db);
  await db.transaction().execute(async (trx) => {
    for (const [position, { text }] of FORMULA_TEXTS.entries()) {
      const lead = await addLead(trx, {
        domain: text,
        companyName: text,
        website: text,
        email: text,
        emails: JSON.stringify([text, `${text} `]),
        phone: text,
        street: text,
        postalCode: text,
        city: text,
        address: text,
        federalState: text,
        contactName: text,
        contactTitle: text,
        companyType: text,
        topics: JSON.stringify([text]),
        salesReason: text,
        offerPackage: text,
        imprint: JSON.stringify({
          ...{ legalForm: text, management: [text], registerNumber: text, vatId: text },
        }),
        notes: text,
        owner: text,
        sourceTerm: text,
        createdAt: position,
      });
      await trx.insertInto("leadTags").values({ leadSeq: lead.seq, tag: text }).execute();
      await insertJobResults(trx, [{ jobId, position, leadSeq: lead.seq, domain: text, isNew: 1 }]);
    }
  });
  const list: ExportSelection = { kind: "list", filter: {}, sort: "createdAt", dir: "asc" };
  const job: ExportSelection = { kind: "jobs", jobIds: [jobId], selection: "stored" };
  return { db, selections: { "the store": list, "a job": job } };
}

it.each(["the store", "a job"] as const)(
  "the file of %s has no formula in any column",
  async (name) => {
    const { db, selections } = await storeTexts();
    const { book } = await writeRows(LEAD_COLUMNS, leadRows(db, selections[name]));
    expect(book.sheet).not.toMatch(/<f[ >/]/);
    for (const target of book.links.values()) expect(target).toMatch(/^mailto:[^?&]+$/);

    const texts = LEAD_COLUMNS.flatMap(({ header, kind }, index) =>
      ["text", "link", "email"].includes(kind) && !OWN_WORDS.includes(header)
        ? [{ header, letters: columnName(index) }]
        : [],
    );
    expect(texts).toHaveLength(26);
    for (const { header, letters } of texts) {
      const readAs = READ_AS[header] ?? ((text: string) => text);
      // A second address differs from the first by the blank behind it.
      const behind = header === "Weitere E-Mails" ? " " : "";
      FORMULA_TEXTS.forEach(({ text, isQuoted }, row) => {
        const cell = `${letters}${row + 2}`;
        const shown = shownText(`${readAs(text)}${behind}`);
        const about = `${header}: ${JSON.stringify(text).slice(0, 80)}`;
        expect(book.cell(cell), about).toMatchObject({ type: "inlineStr", text: shown });
        // A phone number that was read is written like one.
        if (readAs(text) !== text) return;
        expect(book.format(cell).includes(`quotePrefix="1"`), about).toBe(isQuoted);
      });
    }
  },
  60_000,
);
