import { expect, test } from "vitest";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();

const PAGE = "/einstellungen/texte";
const FIELDS = {
  sells: "Portale für Versorger",
  senderName: "Jonas Übel",
  senderPosition: "Vertrieb",
  senderCompany: "Nordlicht <Software> & Co.",
  senderEmail: "jonas@nordlicht.example",
  senderPhone: "030 23125 017",
  senderWebsite: "www.nordlicht.example",
};

/** Sends the page's form as a browser without JavaScript does. */
function send(
  intent: string,
  fields: Record<string, string> = {},
  packages: readonly string[] = ["Basis", "Plus"],
): Promise<Response> {
  const body = new URLSearchParams({ intent, seen: "", ...FIELDS, ...fields });
  for (const name of packages) {
    body.append("packageName", name);
    body.append("packageDescription", `Für ${name}`);
  }
  return fetch(`${app.server.url}${PAGE}`, { method: "POST", redirect: "manual", body });
}

async function page(): Promise<string> {
  const response = await fetch(`${app.server.url}${PAGE}`);
  expect(response.status).toBe(200);
  return response.text();
}

function valuesOf(html: string, name: string): string[] {
  const inputs = html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`, "g")) ?? [];
  return inputs.map((input) => /\svalue="([^"]*)"/.exec(input)?.[1] ?? "");
}

test("shows the defaults, and that nobody changed them", async () => {
  const html = await page();
  expect(html).toContain("Es gelten noch die Vorgaben");
  expect(valuesOf(html, "packageName")).toEqual(["Einstieg", "Standard", "Premium"]);
  expect(html).toContain('aria-current="page"');
});

test("a fault stands at its field, and everything typed is there again", async () => {
  const refused = await send("save", { senderEmail: "jonas", sells: " " }, ["Basis", ""]);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  for (const [field, sentence] of [
    ["sells", "Beschreiben, was das Team verkauft."],
    ["senderEmail", "Eine Mailadresse wie name@firma.de eingeben."],
    ["paket-1-name", "Einen Namen eingeben."],
  ]) {
    expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    expect(html).toContain(`id="${field}-fehler"`);
    expect(html).toContain(sentence);
  }
  expect(valuesOf(html, "senderEmail")).toEqual(["jonas"]);
  expect(valuesOf(html, "senderCompany")).toEqual(["Nordlicht &lt;Software&gt; &amp; Co."]);
  expect(valuesOf(html, "packageName")).toEqual(["Basis", ""]);
  expect(await page()).toContain("Es gelten noch die Vorgaben");
});

test("rows come and go without JavaScript", async () => {
  const more = await send("add");
  expect(more.status).toBe(200);
  expect(valuesOf(await more.text(), "packageName")).toEqual(["Basis", "Plus", ""]);
  const fewer = await send("remove:0");
  expect(valuesOf(await fewer.text(), "packageName")).toEqual(["Plus"]);
  expect(await page()).toContain("Es gelten noch die Vorgaben");
});

test("what is saved is shown, with who and when, and a sentence says so", async () => {
  const saved = await send("save");
  expect(saved.status).toBe(302);
  expect(saved.headers.get("location")).toBe(PAGE);
  const cookie = saved.headers.get("set-cookie")?.split(";")[0] ?? "";
  const next = await fetch(`${app.server.url}${PAGE}`, { headers: { cookie } });
  const html = await next.text();
  expect(html).toContain("Angebot und Absender sind gespeichert");
  expect(html.replace(/<!-- -->/g, "")).toMatch(/Zuletzt geändert <time.*?<\/time> von API/s);
  expect(valuesOf(html, "packageName")).toEqual(["Basis", "Plus"]);
  expect(valuesOf(html, "senderName")).toEqual(["Jonas Übel"]);
  expect(html).toContain("Nordlicht &lt;Software&gt; &amp; Co.");

  const late = await send("save", { senderName: "Zu spät" });
  expect(late.status).toBe(409);
  const conflict = await late.text();
  expect(conflict).toContain("hat die Texte inzwischen geändert");
  expect(valuesOf(conflict, "senderName")).toEqual(["Zu spät"]);
  const [seen = ""] = valuesOf(conflict, "seen");
  expect((await send("save", { senderName: "Nun doch", seen })).status).toBe(302);
  expect(valuesOf(await page(), "senderName")).toEqual(["Nun doch"]);
});

test("a form without an action is refused", async () => {
  expect((await send("alles")).status).toBe(400);
});
