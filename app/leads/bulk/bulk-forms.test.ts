import { describe, expect, it } from "vitest";
import { z } from "zod";
import { loadUpload } from "~/jobs/uploads.server";
import type { Db } from "~db/client";
import { bulkServices } from "~tests/bulk-services";
import { sendForm } from "~tests/forms";
import { addLead, openTestStore, setJob } from "~tests/store";
import { undo } from "../undo/start-undo.server";
import { bulkForms } from "./bulk-forms.server";
import { BulkParamsSchema } from "./bulk-params.server";

const LIST = "/leadspeicher";
const UNDO = { actionId: expect.any(String) };

/** Three leads (a and b without email) and the bulk forms. */
async function openScene() {
  const db = openTestStore();
  const services = bulkServices(db);
  const a = await addLead(db, { id: "a", domain: "a.de" });
  await addLead(db, { id: "b", domain: "b.de" });
  await addLead(db, { id: "c", domain: "c.de", email: "info@c.de" });
  const send = (query: string, file?: [name: string, value: File]) => {
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(query)) form.append(name, value);
    if (file !== undefined) form.append(...file);
    return sendForm(bulkForms(services, "anna"), form);
  };
  const approved = async () => {
    const rows = await db.selectFrom("leads").select("id").where("approved", "=", 1).execute();
    return rows.map(({ id }) => id).join();
  };
  return { db, services, seq: a.seq, send, approved };
}

const warning = (text: string) => ({ to: LIST, flash: { tone: "warn", text } });

describe("the form around the list", () => {
  it("keeps a reason whole, whatever signs are in it", async () => {
    const { db, send } = await openScene();
    await send(`${new URLSearchParams({ intent: "block:Anruf 3.5.: nie wieder", id: "a" })}`);
    const { reason } = await db.selectFrom("objections").selectAll().executeTakeFirstOrThrow();
    expect(reason).toBe("Anruf 3.5.: nie wieder");
  });

  it("acts on the leads that are ticked, and goes back", async () => {
    const { send, approved } = await openScene();
    const text = "Freigegeben: 2 Leads.";
    // Fields that an action does not need are ignored.
    const query = "intent=approve&scope=page&expectedCount=12&tag=a%2Cb&id=a&id=c";
    const back = `${LIST}?sort=city`;
    expect(await send(`${query}&back=${encodeURIComponent(back)}`)).toEqual({
      to: back,
      flash: { text, undo: UNDO },
    });
    expect(await approved()).toBe("a,c");
  });

  it.each([
    ["contact", "uncontact", "contacted"],
    ["favorite", "unfavorite", "favorite"],
    ["approve", "unapprove", "approved"],
  ] as const)("sets and clears with %s and %s", async (on, off, flag) => {
    const { db, send } = await openScene();
    const flags = async () =>
      (await db.selectFrom("leads").select(flag).execute()).map((row) => row[flag]);
    // Actions with a fixed tag or none ignore the form's tag.
    await send(`intent=${on}&id=a&id=b&tag=fremd`);
    expect(await flags()).toEqual([1, 1, 0]);
    await send(`intent=${off}&id=a&tag=fremd`);
    expect(await flags()).toEqual([0, 1, 0]);
  });
});

describe("giving leads and saying when they are due", () => {
  it("names person or day behind the colon, or in the field, and takes both away", async () => {
    const { db, send } = await openScene();
    const stored = async () => {
      const rows = await db.selectFrom("leads").select(["owner", "followUpAt"]).execute();
      return rows.map(({ owner, followUpAt }) => owner ?? followUpAt);
    };
    const midnight = Date.parse("2026-11-30T23:00:00Z");
    expect(await send("intent=assign:Anna&id=a&id=b")).toMatchObject({
      flash: { text: "An Anna gegeben: 2 Leads.", undo: UNDO },
    });
    await send("intent=followUp:2026-12-01&followUpAt=2026-12-24&id=c");
    expect(await stored()).toEqual(["anna", "anna", midnight]);
    await send("intent=unassign&id=a&id=b");
    await send("intent=followUp&followUpAt=2026-12-01&id=a");
    await send("intent=unfollowUp&id=c");
    expect(await stored()).toEqual([midnight, null, null]);
  });

  it.each([
    ["assign:Fremd", "„Fremd“ kann nicht zuständig sein: kein Benutzer heißt so."],
    ["followUp", "Bitte einen Tag für die Wiedervorlage wählen. Nichts wurde geändert."],
    ["followUp:morgen", "Bitte einen Tag für die Wiedervorlage wählen. Nichts wurde geändert."],
  ])("refuses %s", async (intent, text) => {
    const { send } = await openScene();
    expect(await send(`intent=${intent}&id=a`)).toEqual(warning(text));
  });
});

describe("a row's own button", () => {
  it("is about that lead alone, shows itself what it did, and can stay on the page", async () => {
    const { send, approved } = await openScene();
    expect(await send("intent=approve:a&id=b&scope=all")).toEqual({ to: LIST });
    expect(await send("intent=approve:c&stay=1")).toMatchObject({ status: 200 });
    expect(await approved()).toBe("a,c");
  });
});

describe("an action on more leads than are changed at once", () => {
  it("runs on the same page where that shows its progress, else on the job's", async () => {
    const { db, send } = await openScene();
    for (let n = 0; n < 198; n += 1) await addLead(db, { domain: `firma-${n}.de` });
    const back = `${LIST}?page=1&auswahl=alle`;
    const query = `scope=all&expectedCount=201&back=${encodeURIComponent(back)}`;
    expect(await send(`intent=approve&inPlace=1&${query}`)).toEqual({
      to: back,
      flash: { text: "Läuft: 201 Leads freigeben." },
    });
    const to = expect.stringMatching(/^\/ergebnisse\//);
    expect(await send(`intent=favorite&${query}`)).toEqual({ to });
  });

  it("says how it ended, and takes it back on the same page", async () => {
    const { db, services, send } = await openScene();
    for (let n = 0; n < 198; n += 1) await addLead(db, { domain: `firma-${n}.de` });
    const started = await send("intent=followUp:2026-12-01&scope=all&expectedCount=201");
    const jobId = /[^/]+$/.exec(z.object({ to: z.string() }).parse(started).to)?.[0] ?? "";
    const job = await services.jobs.untilEnded(jobId);
    expect(job).toMatchObject({ query: "Wiedervorlage für 201 Leads auf 01.12.2026 setzen" });
    const done = { text: "Wiedervorlage gesetzt: 201 Leads.", undo: UNDO };
    expect(await send(`intent=ended:${jobId}`)).toMatchObject({ flash: done });
    await setJob(db, jobId, { status: "failed", found: 120, stored: 120, error: "Kein Platz." });
    const text =
      "Wiedervorlage für 201 Leads auf 01.12.2026 setzen: Kein Platz. Abgebrochen nach 120 von 201 Leads. Wiedervorlage gesetzt: 120 Leads.";
    expect(await send(`intent=ended:${jobId}`)).toMatchObject({
      flash: { text, tone: "warn", undo: UNDO },
    });
    await setJob(db, jobId, { status: "cancelled", found: 0, stored: 0, error: null });
    expect(await send(`intent=ended:${jobId}`)).toMatchObject({
      flash: { text: expect.stringMatching(/setzen: Abgebrochen, bevor etwas geändert war\.$/) },
    });
    const { actionId = "" } = BulkParamsSchema.parse(JSON.parse(job?.params ?? ""));
    const by = { actor: "anna", now: Date.now() };
    expect(await undo(services, { actionId, id: "", inPlace: "1" }, by)).toEqual({
      flash: { text: "Läuft: Rückgängig: Wiedervorlage gesetzt." },
    });
  });

  it("forgets the selection only with the leads", async () => {
    const { send } = await openScene();
    const back = encodeURIComponent(`${LIST}/a?auswahl=alle&page=1`);
    const query = `scope=all&expectedCount=3&isConfirmed=1&back=${back}`;
    expect(await send(`intent=delete&${query}`)).toMatchObject({ to: `${LIST}?page=1` });
  });
});

describe("an action on all hits of a list", () => {
  it.each(["delete", "enrich"])("asks before %s, with the list and its filter", async (intent) => {
    const { send } = await openScene();
    const filter = encodeURIComponent("hasEmail=false&sort=domain");
    expect(await send(`intent=${intent}&scope=all&id=a&expectedCount=2&filter=${filter}`)).toEqual({
      to: `${LIST}?hasEmail=false&sort=domain&auswahl=alle&aktion=${intent}&mit=`,
    });
    const confirmed = `intent=${intent}&scope=all&expectedCount=2&isConfirmed=1&filter=${filter}`;
    expect(await send(confirmed)).toMatchObject({ to: LIST });
  });

  it("asks where the count is not known or so high that nobody can look through it", async () => {
    const { send, approved } = await openScene();
    const question = { to: expect.stringContaining("aktion=approve") };
    expect(await send("intent=approve&scope=all")).toEqual(question);
    expect(await send("intent=approve&scope=all&expectedCount=1000")).toEqual(question);
    expect(await approved()).toBe("");
  });

  it("asks on the page that was shown", async () => {
    const { send } = await openScene();
    const back = encodeURIComponent(`${LIST}?hasEmail=false&page=3&pageSize=25&auswahl=alle`);
    const sent = `intent=delete&scope=all&expectedCount=2&filter=hasEmail%3Dfalse&back=${back}`;
    expect(await send(sent)).toEqual({
      to: `${LIST}?hasEmail=false&auswahl=alle&aktion=delete&mit=&page=3&pageSize=25`,
    });
  });

  it("keeps person and day in its question", async () => {
    const { send } = await openScene();
    for (const [intent, to] of [
      ["assign:anna", "aktion=assign&mit=anna"],
      ["followUp:2026-12-01", "aktion=followUp&mit=2026-12-01"],
    ]) {
      const answer = { to: expect.stringContaining(to ?? "") };
      expect(await send(`intent=${intent}&scope=all&expectedCount=1000`)).toEqual(answer);
    }
  });

  it("does it to as many as were seen, and asks anew when there are others now", async () => {
    const { send, approved } = await openScene();
    const confirm = (count: number) =>
      send(`intent=approve&scope=all&filter=hasEmail%3Dfalse&expectedCount=${count}`);
    const question = { to: `${LIST}?hasEmail=false&auswahl=alle&aktion=approve&mit=` };
    expect(await confirm(3)).toEqual(question);
    const old = "intent=approve&scope=all&filter=hasEmail%3Dfalse&expectedCount=1&isConfirmed=1";
    expect(await send(old)).toEqual(question);
    expect(await approved()).toBe("");
    expect(await confirm(2)).toEqual({
      to: LIST,
      flash: { text: "Freigegeben: 2 Leads.", undo: UNDO },
    });
    expect(await approved()).toBe("a,b");
  });

  it.each(["contacted=vielleicht", "hasMail=true"])(
    "does nothing where a filter can't be used, which would match more: %s",
    async (filter) => {
      const { send, approved } = await openScene();
      const sent = `intent=approve&scope=all&expectedCount=3&filter=${encodeURIComponent(filter)}`;
      expect(await send(sent)).toEqual(
        warning("Ein Filter in der Adresse gilt nicht. Nichts wurde geändert."),
      );
      expect(await approved()).toBe("");
    },
  );
});

describe("looking for decision makers", () => {
  const rows = async (send: (query: string) => Promise<unknown>, db: Db, query: string) => {
    const sent = await send(`intent=${query}`);
    const { to } = z.object({ to: z.string() }).parse(sent);
    const { liste } = Object.fromEntries(new URL(to, "http://127.0.0.1").searchParams);
    return (await loadUpload(db, liste ?? ""))?.table.rows.map(([, domain]) => domain);
  };

  it("leads to the page of that search, with a list of what is ticked, or of the one lead", async () => {
    const { db, send } = await openScene();
    expect(await rows(send, db, "persons&id=a&id=c")).toEqual(["a.de", "c.de"]);
    expect(await rows(send, db, "persons:b")).toEqual(["b.de"]);
    const all = "persons&scope=all&filter=hasEmail%3Dfalse&expectedCount=2";
    expect(await rows(send, db, all)).toEqual(["a.de", "b.de"]);
  });

  it("makes no list of other leads than were seen", async () => {
    const { send } = await openScene();
    expect(await send("intent=persons&scope=all&filter=hasEmail%3Dfalse&expectedCount=3")).toEqual(
      warning("Der Filter trifft jetzt 2 Leads, nicht 3 Leads. Nichts wurde geändert."),
    );
  });
});
