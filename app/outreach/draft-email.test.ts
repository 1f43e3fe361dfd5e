import { describe, expect, it } from "vitest";
import type { Db } from "~db/client";
import { findEvents } from "~db/queries/leads";
import { emailOf, LEAD, materialOf, OFFER, SENDER } from "~tests/email";
import { dataOf, type FakeAnswer, fakeModel } from "~tests/fake-model";
import { addLead, NOON, openTestStore } from "~tests/store";
import { offerSetting, senderSetting } from "../settings/team-settings.server";
import { draftEmail } from "./draft-email.server";

const GOOD = emailOf("ein Portal entlastet Ihren Service.");
const BY = { actor: "anna", signal: new AbortController().signal };

async function seeded() {
  const db = await openTestStore();
  const { emails, topics, contacts: _, ...fields } = LEAD;
  const lists = { emails: JSON.stringify(emails), topics: JSON.stringify(topics) };
  const lead = await addLead(db, { ...fields, ...lists, approved: 0, notes: "Geheim" });
  await offerSetting.save(db, OFFER, { actor: "anna", now: NOON });
  await senderSetting.save(db, SENDER, { actor: "anna", now: NOON });
  return { db, lead };
}

function servicesOf(db: Db, answers: readonly FakeAnswer[]) {
  const model = fakeModel(answers);
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
    expect(await draftEmail(services, input(lead.id), BY)).toEqual(GOOD);
    const [question] = model.asked ?? [];
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
});
