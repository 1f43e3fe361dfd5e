import { describe, expect, it } from "vitest";
import type { Db } from "~db/client";
import { findEvents } from "~db/queries/leads";
import { emailOf, LEAD, materialOf, OFFER, SENDER } from "~tests/email";
import { dataOf, type FakeAnswer, fakeModel } from "~tests/fake-model";
import { addLead, NOON, openTestStore } from "~tests/store";
import { ProviderError } from "../providers/provider-error";
import { saveOffer, saveSender } from "../settings/team-settings.server";
import { draftEmail } from "./draft-email.server";

const GOOD = emailOf("ein Portal entlastet Ihren Service.");
const BAD = emailOf("ein Portal spart Ihnen 80 Prozent.");
const BY = { actor: "anna", signal: new AbortController().signal };

async function seeded() {
  const db = await openTestStore();
  const { emails, topics, ...fields } = LEAD;
  const lists = { emails: JSON.stringify(emails), topics: JSON.stringify(topics) };
  const lead = await addLead(db, { ...fields, ...lists, approved: 0, notes: "Geheim" });
  await saveOffer(db, OFFER, { actor: "anna", now: NOON });
  await saveSender(db, SENDER, { actor: "anna", now: NOON });
  return { db, lead };
}

function servicesOf(db: Db, answers: readonly FakeAnswer[] | null) {
  const model = answers === null ? null : fakeModel(answers);
  const services = {
    db,
    timeZone: "Europe/Berlin",
    providers: { languageModel: async () => model },
  };
  return { services, model };
}

const input = (leadId: string) => ({ leadId, tone: "formell" as const, instructions: "" });

describe("drafting an email", () => {
  it("asks with the record and the team's texts, and notes it on the lead", async () => {
    const { db, lead } = await seeded();
    const { services, model } = servicesOf(db, [{ json: GOOD }]);
    expect(await draftEmail(services, input(lead.id), BY)).toEqual({ ...GOOD, hints: [] });
    const [question] = model?.asked ?? [];
    expect(question && dataOf(question)).toEqual(JSON.parse(JSON.stringify(materialOf())));
    expect(JSON.stringify(question)).not.toContain("Geheim");
    expect(question?.messages[0]?.content).not.toContain("Kieferntal");
    const events = await findEvents(db, lead.seq);
    expect(events).toMatchObject([{ kind: "email_drafted", actor: "anna", jobId: null }]);
    expect(JSON.parse(events[0]?.changes ?? "")).toEqual({
      subject: { from: null, to: "Ihr Kundenportal" },
    });
    const row = await db.selectFrom("leads").selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual(lead);
    expect(await db.selectFrom("leadTags").selectAll().execute()).toEqual([]);
  });

  it("has an invented number repaired", async () => {
    const { db, lead } = await seeded();
    const { services, model } = servicesOf(db, [{ json: BAD }, { json: GOOD }]);
    expect(await draftEmail(services, input(lead.id), BY)).toEqual({ ...GOOD, hints: [] });
    expect(model?.asked[1]?.messages.at(-1)?.content).toContain("Die Zahl „80“");
  });

  it("shows a claim with the sentence to check, without asking again", async () => {
    const { db, lead } = await seeded();
    const draft = emailOf("Ein Portal entlastet Sie. Die Einführung ist kostenlos.");
    const { services, model } = servicesOf(db, [{ json: draft }]);
    const hints = ["Die Einführung ist kostenlos."];
    expect(await draftEmail(services, input(lead.id), BY)).toEqual({ ...draft, hints });
    expect(model?.asked).toHaveLength(1);
  });

  it("gives up with the reason when it is invented again, and keeps nothing", async () => {
    const { db, lead } = await seeded();
    const { services, model } = servicesOf(db, [{ json: BAD }]);
    const error = await draftEmail(services, input(lead.id), BY).catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 502 });
    expect(error.message).toContain("Die Zahl „80“ steht weder beim Lead");
    expect(model?.asked).toHaveLength(2);
    expect(await findEvents(db, lead.seq)).toEqual([]);
  });

  it("keeps nothing when the service fails", async () => {
    const { db, lead } = await seeded();
    const { services } = servicesOf(db, [new ProviderError("OpenAI", "upstream", {})]);
    await expect(draftEmail(services, input(lead.id), BY)).rejects.toMatchObject({ status: 502 });
    expect(await findEvents(db, lead.seq)).toEqual([]);
  });

  it("evens out line ends and blank lines", async () => {
    const { db, lead } = await seeded();
    const body = ` ${GOOD.body.replaceAll("\n", "\r\n").replace("\r\n\r\n", " \r\n\r\n\r\n\r\n")}\n\n`;
    const { services } = servicesOf(db, [{ json: { subject: " Ihr Kundenportal ", body } }]);
    expect(await draftEmail(services, input(lead.id), BY)).toEqual({ ...GOOD, hints: [] });
  });

  it("asks nobody without a key, about nothing, or about no lead", async () => {
    const { db, lead } = await seeded();
    const bare = await addLead(db, { domain: "leer.example", notes: "Chef anrufen" });
    const { services, model } = servicesOf(db, [{ json: GOOD }]);
    await expect(draftEmail(services, input(bare.id), BY)).rejects.toMatchObject({ status: 422 });
    expect(await draftEmail(services, input("weg"), BY)).toBeUndefined();
    expect(model?.asked).toEqual([]);
    const keyless = servicesOf(db, null).services;
    await expect(draftEmail(keyless, input(lead.id), BY)).rejects.toMatchObject({ status: 409 });
  });
});
