import { sql } from "kysely";
import { describe, expect } from "vitest";
import { addLead, it } from "~tests/store";
import type { Db } from "../client";
import type { LeadRow } from "../schema";
import { findHits } from "./lead-list";
import { updateLead } from "./leads";
import { findKin } from "./same-companies";

const REGISTER = {
  ...{ registerNumber: "HRB 1234", registerCourt: "Charlottenburg", legalForm: "GmbH" },
};
const VAT = { vatId: "DE136695976", legalName: "Firma GmbH" };

interface Told extends Record<string, string | string[] | undefined> {
  street?: string;
}

/** A lead with what its Impressum says. */
const add = (db: Db, domain: string, { street, ...imprint }: Told = {}) =>
  addLead(db, {
    domain,
    imprint: Object.keys(imprint).length > 0 ? JSON.stringify(imprint) : null,
    ...(street ? { street, postalCode: "34117" } : {}),
  });

const doubled = async (db: Db) => (await findHits(db, { duplicate: true })).few;

const kinOf = async (db: Db, lead: LeadRow) =>
  (await findKin(db, lead)).map(
    ({ domain, isSame, shared }) => `${domain} ${isSame ? "ist" : "bei"} ${shared}`,
  );

describe("the same company", () => {
  it("has the same number in its Impressum", async ({ db }) => {
    const own = await add(db, "firma.de", { ...REGISTER, ...VAT });
    await add(db, "firma-shop.de", VAT);
    await add(db, "firma-gruppe.de", { ...REGISTER, registerCourt: "Charlottenburg (Berlin)" });
    await add(db, "andere.de", { ...REGISTER, registerCourt: "Fulda" });
    const bare = await add(db, "ohne.de");
    const first = await add(db, "eins.de", { economicId: "DE300000018-00001" });
    await add(db, "zwei.de", { economicId: "DE300000018-00002" });
    expect(await kinOf(db, own)).toEqual([
      "firma-shop.de ist Nummer im Impressum",
      "firma-gruppe.de ist Nummer im Impressum",
    ]);
    expect(await kinOf(db, bare)).toEqual([]);
    expect(await kinOf(db, first)).toEqual(["zwei.de ist Nummer im Impressum"]);
  });

  it("is none if the register, the form, the name or a number tells another", async ({ db }) => {
    const told = { ...REGISTER, ...VAT, legalForm: "GmbH", legalName: "Firma GmbH" };
    const own = await add(db, "firma.de", told);
    await add(db, "tochter.de", { ...told, registerNumber: "HRB 99" });
    await add(db, "kg.de", { ...REGISTER, legalForm: "GmbH & Co. KG" });
    await add(db, "name.de", { ...VAT, legalName: "Firma Service GmbH" });
    expect(await kinOf(db, own)).toEqual([
      "tochter.de bei Nummer im Impressum",
      "kg.de bei Nummer im Impressum",
      "name.de bei Nummer im Impressum",
    ]);
    const partner = { ...REGISTER, registerNumber: "HRB 7", legalForm: "GmbH & Co. KG" };
    await add(db, "windpark-eins.de", partner);
    await add(db, "windpark-zwei.de", partner);
    const trade = { ...partner, registerNumber: "HRB 8", legalForm: "GmbH & Co. OHG" };
    await add(db, "markt-eins.de", trade);
    await add(db, "markt-zwei.de", trade);
    const bare = { registerNumber: "HRB 9", registerCourt: "Fulda" };
    await add(db, "form-eins.de", { ...bare, legalName: "Solarpark Eins" });
    await add(db, "form-zwei.de", { ...bare, legalName: "Solarpark Zwei" });
    await add(db, "oder.de", { registerNumber: "HRB 5", registerCourt: "Frankfurt (Oder)" });
    await add(db, "main.de", { registerNumber: "HRB 5", registerCourt: "Frankfurt" });
    await add(db, "steuer.de", { ...REGISTER, vatId: "DE811907980", legalForm: "GmbH" });
    expect(await doubled(db)).toEqual([]);
  });
});

it("leads of one management or at one address may belong together", async ({ db }) => {
  const own = await add(db, "firma.de", { management: ["Jana Kern", "Otto Süß"], street: "Weg 1" });
  await add(db, "zweite.de", { management: ["Jana Kern", "Otto Süß"] });
  await add(db, "nachbar.de", { street: "Weg 1" });
  await add(db, "gegenueber.de", { management: ["Jana Kern"], street: "Weg 2" });
  expect(await kinOf(db, own)).toEqual([
    "zweite.de bei Geschäftsführung",
    "nachbar.de bei Adresse",
  ]);
  const empty = await add(db, "leer.de", { management: [] });
  await add(db, "auch-leer.de", { management: [] });
  expect(await kinOf(db, empty)).toEqual([]);
});

it("doubled leads follow what their Impressum says", async ({ db }) => {
  const one = await add(db, "firma.de", VAT);
  const two = await add(db, "firma-shop.de");
  expect(await doubled(db)).toEqual([]);
  const twin = await updateLead(db, two, { imprint: JSON.stringify(VAT) }, 1);
  const three = await add(db, "firma-3.de", VAT);
  expect(await doubled(db)).toEqual([one.seq, two.seq, three.seq]);
  await updateLead(db, twin, { imprint: null }, 2);
  expect(await doubled(db)).toEqual([one.seq, three.seq]);
  await db.deleteFrom("leads").where("seq", "=", one.seq).execute();
  expect(await doubled(db)).toEqual([]);
});

it("a number of an example makes no leads the same", async ({ db }) => {
  for (let n = 0; n < 60; n += 1) await add(db, `muster-${n}.de`, VAT);
  expect(await doubled(db)).toEqual([]);
  // Not each with each other.
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM company_pairs`.execute(db);
  expect(rows[0]?.n).toBeLessThan(60 * 59);
});
