import { beforeAll, describe, expect, test } from "vitest";
import {
  listLeads,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { answerWith } from "../support/drafts";
import { openTestApp } from "../support/test-app";

const app = await openTestApp({ settings: { OPENAI_API_KEY: "a-key" } });
let leadId: string;

beforeAll(async () => {
  const search = { query: "Stadtwerke", region: "Hessen", count: 20 };
  await waitForJob(app.server.url, await startSearch(app.server.url, search));
  const [lead] = await listLeads(app.server.url, "pageSize=1");
  leadId = lead?.id ?? "";
});

const emailBody = (text: string) => `Guten Tag,\n\n${text}\n\nViele Grüße`;

async function refuseKey(): Promise<void> {
  const fault = { status: 401, body: { error: { message: "Incorrect API key provided." } } };
  const path = "/v1/chat/completions";
  await setFault(app.providers.origin, { provider: "openai", path, times: 50, fault });
}

describe("the panel's form", () => {
  async function send(fields: Record<string, string>) {
    const response = await fetch(`${app.server.url}/leadspeicher/${leadId}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ intent: "draft", ...fields }),
    });
    return { status: response.status, html: await response.text() };
  }

  test("answers the panel with the draft and a link for the mail program", async () => {
    await answerWith(app, emailBody("größer & besser?"));
    const { status, html } = await send({ tone: "locker", instructions: "Kurz\r\nund klar" });
    expect(status).toBe(200);
    expect(html).toMatch(/<input[^>]*id="entwurf-betreff"[^>]*value="Ihr Portal"/);
    expect(html).toMatch(
      /<textarea[^>]*id="entwurf-text"[^>]*>Guten Tag,\n\ngrößer &amp; besser\?/,
    );
    expect(html).toContain("gr%C3%B6%C3%9Fer%20%26%20besser%3F%0D%0A%0D%0AViele");
    expect(html).toMatch(/<textarea[^>]*name="instructions"[^>]*>Kurz\s+und klar/);
    expect(html).toMatch(/<input(?=[^>]*value="locker")[^>]*checked=""/);
    expect(html).toContain("§ 7 UWG");
    expect(html).not.toContain("Vor dem Senden prüfen");
  });

  test("marks the sentences that a person has to check, and keeps them through a failure", async () => {
    await answerWith(app, emailBody("Ein Portal hilft.\nDas Angebot gilt nur bis Freitag."));
    const { html } = await send({ tone: "formell", instructions: "" });
    const mark = /<mark[^>]*>Das Angebot gilt nur bis Freitag\.<\/mark>/;
    expect(html).toContain("Vor dem Senden prüfen");
    expect(html).toMatch(mark);
    expect(html.match(/<mark/g)).toHaveLength(1);
    const [, hint = ""] = /name="shown.hint" value="([^"]*)"/.exec(html) ?? [];
    await resetProviders(app.providers.origin);
    await refuseKey();
    const shown = { "shown.subject": "Ihr Portal", "shown.body": `Guten Tag,\n\n${hint}` };
    const typed = { tone: "formell", instructions: "", ...shown, "shown.hint": hint };
    expect((await send(typed)).html).toMatch(mark);
    const edited = { ...typed, "shown.body": "Guten Tag,\n\nvon mir geändert" };
    expect((await send(edited)).html).not.toContain("<mark");
  });

  test("keeps what was typed beside the reason", async () => {
    await refuseKey();
    const failed = await send({ tone: "locker", instructions: "Bitte kurz" });
    expect(failed.status).toBe(502);
    expect(failed.html).toContain("Incorrect API key provided.");
    expect(failed.html).toMatch(/<textarea[^>]*name="instructions"[^>]*>Bitte kurz/);
    const long = await send({ tone: "formell", instructions: "a".repeat(1_001) });
    expect(long.status).toBe(422);
    expect(long.html).toContain("Höchstens 1.000 Zeichen.");
    expect(long.html).toContain("a".repeat(1_001));
  });

  const SHOWN = { "shown.subject": "Mein & Betreff", "shown.body": "Guten Tag,\r\n\r\nmein Satz" };

  /** That the draft that was sent along stands in the fields again, and in the link. */
  function expectShown(html: string): void {
    expect(html).toMatch(/<input(?=[^>]*id="entwurf-betreff")[^>]*value="Mein &amp; Betreff"/);
    expect(html).toMatch(/<textarea[^>]*id="entwurf-text"[^>]*>Guten Tag,\n\nmein Satz</);
    expect(html).toContain("Guten%20Tag%2C%0D%0A%0D%0Amein%20Satz");
    expect(html).not.toContain("Der Entwurf ist da.");
  }

  test("gives back a draft that was edited, where there is no new one", async () => {
    await refuseKey();
    const failed = await send({ tone: "formell", instructions: "", ...SHOWN });
    expect(failed.status).toBe(502);
    expectShown(failed.html);
    const long = await send({ tone: "formell", instructions: "a".repeat(1_001), ...SHOWN });
    expect(long.status).toBe(422);
    expectShown(long.html);
  });

  test("shows a new draft in its place", async () => {
    await answerWith(app, emailBody("ein Portal nimmt Ihnen viel Arbeit ab."));
    const { html } = await send({ tone: "formell", instructions: "", ...SHOWN });
    expect(html).toContain("Der Entwurf ist da.");
    expect(html).not.toContain("mein Satz");
  });

  test("says of a lead that was deleted meanwhile that it is gone", async () => {
    await answerWith(app, emailBody("ein Portal nimmt Ihnen viel Arbeit ab."));
    const response = await fetch(`${app.server.url}/leadspeicher/gibtesnicht`, {
      method: "POST",
      body: new URLSearchParams({ intent: "draft", tone: "formell", instructions: "Kurz" }),
    });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Diesen Lead gibt es nicht oder nicht mehr.");
  });
});
