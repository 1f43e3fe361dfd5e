import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { moveLeadsToTrash } from "~db/queries/deleted-leads";
import { findFits, getFitState } from "~db/queries/lead-fits";
import { countLeads, findLeadsBySeq, findPageSeqs, type LeadSort } from "~db/queries/lead-list";
import { addEvents, insertLeads, type LeadInsert } from "~db/queries/leads";
import { trash } from "~tests/deleted-leads";
import { sendForm } from "~tests/forms";
import { addJob, addLead, it, leadOf, NOON, nextId, ZONE } from "~tests/store";
import { createRandom } from "../../../scripts/demo-providers/world/seeded-random";
import { leadForms } from "../edit/lead-panel.server";
import { missingJudgements, refreshFits } from "./keep-fits.server";

const TYPES = ["Netzbetreiber", "Stadtwerk", "Maschinenbau", "Logistik", "Klinik", "Handwerk"];
const TOPICS = [
  ...["Fernwärme", "Ladesäulen", "Photovoltaik", "Messwesen", "Abwasser", "Druckluft"],
  ...["Kühlung", "Fuhrpark", "Beleuchtung", "Speicher", "Wärmepumpen", "Abwärme"],
];
const STATES = ["Bayern", "Hessen", "Sachsen", "Berlin", "Saarland", "Hamburg", "Bremen"];
const FORMS = ["GmbH", "AG", "e.K.", "KG", "GmbH & Co. KG"];
const PACKAGES = ["Basis", "Komfort", "Premium"];
const TERMS = ["Energieversorger", "Produktion", "Spedition", "Krankenhaus", "Elektriker"];
const NOUNS = [
  ...["Umspannwerk", "Leitstelle", "Hochregal", "Werkhalle", "Notaufnahme", "Ausschreibung"],
  ...["Neubau", "Nachtschicht", "Kantine", "Altbau", "Förderung", "Fuhrwerk"],
];
const LEADS = 900;

type Invented = ReturnType<typeof inventLead>;

function inventLead(random: ReturnType<typeof createRandom>, n: number) {
  const { pick, chance } = random;
  const some = <T>(value: T, share = 0.75) => (chance(share) ? value : null);
  const [one, other] = [pick(NOUNS), pick(NOUNS)];
  return {
    domain: `firma-${n}.de`,
    companyType: some(pick(TYPES)),
    topics: [pick(TOPICS), pick(TOPICS), pick(TOPICS)].slice(0, random.integer(0, 3)),
    federalState: some(pick(STATES), 0.9),
    legalForm: some(pick(FORMS)),
    offerPackage: some(pick(PACKAGES), 0.5),
    sourceTerm: some(pick(TERMS), 0.9),
    salesReason: some(`Die Website nennt ${one} und ${other} an diesem Standort.`, 0.8),
  };
}

/** What five teams look for; none of them says so. */
const TEAMS: Record<string, (lead: Invented) => boolean> = {
  "networks of two states": ({ companyType, federalState }) =>
    ["Netzbetreiber", "Stadtwerk"].includes(companyType ?? "") &&
    ["Bayern", "Hessen", "Sachsen"].includes(federalState ?? ""),
  "heat, whoever has it": ({ topics }) =>
    topics.some((topic) => ["Fernwärme", "Abwärme", "Wärmepumpen"].includes(topic)),
  "companies that build, by their reason": ({ salesReason }) =>
    /Neubau|Ausschreibung|Werkhalle/.test(salesReason ?? ""),
  "large clinics and carriers": ({ companyType, legalForm }) =>
    ["Klinik", "Logistik"].includes(companyType ?? "") && legalForm !== "e.K.",
  "one search and one package": ({ sourceTerm, offerPackage }) =>
    sourceTerm === "Produktion" || offerPackage === "Premium",
};

const approve = (db: Db, seqs: readonly number[]) =>
  db.updateTable("leads").set({ approved: 1, approvedAt: NOON }).where("seq", "in", seqs).execute();

/** A team that approves 50 and deletes some of the others, and errs once in twenty times. */
async function addTeam(db: Db, name: string, isRight: (lead: Invented) => boolean) {
  const random = createRandom(name);
  const right = new Set<number>();
  const invented = Array.from({ length: LEADS }, (_, n) => {
    const { topics, legalForm, ...lead } = inventLead(random, n);
    if (isRight({ topics, legalForm, ...lead })) right.add(n + 1);
    // The score knows a little of what the team wants.
    const salesScore = random.pick(right.has(n + 1) ? [2, 3, 3, 4, 5, 5] : [1, 2, 3, 3, 4, 5]);
    const imprint = legalForm && JSON.stringify({ legalForm });
    return { lead: leadOf({ ...lead, salesScore, imprint, topics: JSON.stringify(topics) }) };
  });
  const open = new Set((await insertLeads(db, invented)).map(({ seq }) => seq));
  const [approved, deleted]: [number[], number[]] = [[], []];
  for (const seq of open) {
    if (approved.length === 50) break;
    const isWanted = right.has(seq) !== random.chance(0.05);
    if (isWanted) approved.push(seq);
    else if (random.chance(0.3)) deleted.push(seq);
  }
  await approve(db, approved);
  await trash(db, deleted);
  for (const seq of [...approved, ...deleted]) open.delete(seq);
  return { right, open };
}

async function seqsBy(db: Db, sort: LeadSort): Promise<number[]> {
  const request = { sort, dir: "desc", limit: LEADS } as const;
  return findPageSeqs(db, request, await countLeads(db, {}));
}

describe("what five teams approved and deleted", { timeout: 60_000 }, () => {
  it.for(Object.entries(TEAMS))(
    "brings right leads to the top: %s",
    async ([name, isRight], { db }) => {
      const { right, open } = await addTeam(db, name, isRight);
      await refreshFits(db);
      const first = async (sort: LeadSort) =>
        (await seqsBy(db, sort)).filter((seq) => open.has(seq)).slice(0, 20);
      const count = (seqs: Iterable<number>) => [...seqs].filter((seq) => right.has(seq)).length;
      const [fit, score] = [count(await first("fit")), count(await first("salesScore"))];
      const chance = (20 * count(open)) / open.size;
      process.stdout.write(
        `${name}: ${fit} of 20, by score ${score}, by chance ${chance.toFixed(1)}\n`,
      );
      expect(fit).toBeGreaterThanOrEqual(2 * chance);
      expect(fit).toBeGreaterThan(score);

      const order = await seqsBy(db, "fit");
      const fits = await findFits(db, order);
      await db.updateTable("leadFits").set({ fit: 0, alike: null }).execute();
      await refreshFits(db);
      expect(await seqsBy(db, "fit")).toEqual(order);
      expect(await findFits(db, order)).toEqual(fits);
    },
  );
});

const GRID = {
  ...{ companyType: "Netzbetreiber", federalState: "Bayern", topics: '["Fernwärme"]' },
  imprint: '{"legalForm":"GmbH"}',
};
const CLINIC = {
  ...{ companyType: "Klinik", federalState: "Bayern", imprint: '{"legalForm":"GmbH"}' },
};

async function add(db: Db, count: number, fields: Partial<LeadInsert>): Promise<number[]> {
  const leads = Array.from({ length: count }, () => ({
    lead: leadOf({ domain: `${nextId("firma")}.de`, ...fields }),
  }));
  return (await insertLeads(db, leads)).map(({ seq }) => seq);
}

async function fitOf(db: Db, seq = 0) {
  await refreshFits(db);
  return (await findFits(db, [seq])).get(seq);
}

describe("a lead's fit", () => {
  it("says with how many approved leads it has what in common", async ({ db }) => {
    await approve(db, await add(db, 14, GRID));
    await trash(db, await add(db, 10, CLINIC));
    const [alike, other] = [await add(db, 1, GRID), await add(db, 1, CLINIC)].flat();
    expect(await fitOf(db, alike)).toMatchObject({
      alike: "wie 14 freigegebene: Netzbetreiber, Fernwärme",
    });
    const clinic = await fitOf(db, other);
    expect(clinic).toMatchObject({ alike: null });
    expect(clinic?.fit).toBeLessThan(0);
    expect(await seqsBy(db, "fit")).toHaveLength(16);
    expect((await seqsBy(db, "fit"))[0]).toBe(alike);
    expect(await countLeads(db, { fits: true })).toMatchObject({ count: 1 });
  });

  it("is known from twenty judged leads on, and forgotten below", async ({ db }) => {
    const approved = await add(db, 13, GRID);
    const [lead] = await add(db, 1, GRID);
    await add(db, 30, CLINIC);
    await approve(db, approved.slice(0, 4));
    await trash(db, await add(db, 16, CLINIC));
    expect(await missingJudgements(db)).toBe(
      "Noch 1 Lead freigeben, dann stehen hier die zuerst, die den freigegebenen gleichen.",
    );
    expect(await fitOf(db, lead)).toMatchObject({ fit: 0, alike: null });
    await approve(db, approved);
    expect(await missingJudgements(db)).toBeNull();
    expect(await fitOf(db, lead)).toMatchObject({ alike: expect.any(String) });
    await db.deleteFrom("deletedLeads").execute();
    expect(await missingJudgements(db)).toBe(
      "Noch 7 Leads freigeben oder löschen, dann stehen hier die zuerst, die den freigegebenen gleichen.",
    );
    expect(await fitOf(db, lead)).toMatchObject({ fit: 0, alike: null });
  });

  it("falls with „Stimmt nicht“ on a high score, and not on a low one", async ({ db }) => {
    await approve(db, await add(db, 20, GRID));
    const low = await add(db, 8, { ...CLINIC, salesScore: 1 });
    const high = await add(db, 8, { ...CLINIC, salesScore: 5 });
    const [lead] = await add(db, 1, CLINIC);
    const before = await fitOf(db, lead);
    const refute = async (seqs: readonly number[]) => {
      for (const { id } of await findLeadsBySeq(db, seqs)) {
        const forms = leadForms({ db, timeZone: ZONE }, id, { actor: "anna", back: "/" });
        await sendForm(forms, { intent: "refute" });
      }
      return fitOf(db, lead);
    };
    expect(await refute(low)).toEqual(before);
    expect((await refute(high))?.fit).toBeLessThan(before?.fit ?? 0);
  });

  it("learns nothing of who objected, and of what an undone import brought", async ({ db }) => {
    await approve(db, await add(db, 20, GRID));
    await add(db, 20, CLINIC);
    const [lead] = await add(db, 1, CLINIC);
    const before = await fitOf(db, lead);
    const objection = { reason: "Anruf", at: NOON, actor: "anna" };
    const by = { at: NOON, actor: "anna" };
    const objecting = await add(db, 9, CLINIC);
    await db
      .transaction()
      .execute((trx) => moveLeadsToTrash(trx, objecting, { id: "objecting", objection, ...by }));
    const undone = await add(db, 9, CLINIC);
    const params = JSON.stringify({ name: "undo-import", actionId: "undone" });
    await addJob(db, { kind: "bulk", params });
    await trash(db, undone, "undone");
    expect(await fitOf(db, lead)).toEqual(before);
    await trash(db, await add(db, 9, CLINIC));
    expect((await fitOf(db, lead))?.fit).toBeLessThan(before?.fit ?? 0);
  });
});

it("sees each of two changes at the same time", async ({ db }) => {
  const { seq, id } = await addLead(db, { domain: "firma.de" });
  const events = { at: NOON, actor: "anna", kind: "updated" } as const;
  const states = [await getFitState(db)];
  for (const approved of [true, false]) {
    const changes = JSON.stringify({ approved: { from: !approved, to: approved } });
    await addEvents(db, events, [{ leadSeq: seq, changes }]);
    states.push(await getFitState(db));
  }
  expect(new Set(states).size, id).toBe(3);
});
