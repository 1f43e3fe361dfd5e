import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { writeExport } from "../../scripts/register-export";
import { listLeads } from "../support/api-client";
import { temporaryFolder } from "../support/app-server";
import { textOf } from "../support/page-text";
import { FILE, FILES } from "../support/register-samples";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();
const { url: origin } = app.server;
const PATH = "/pipelines/register";
const headers = { origin, "sec-fetch-site": "same-origin" };

const AnswerSchema = z.object({ received: z.number().optional(), message: z.string().optional() });

async function sendPiece(bytes: Buffer, offset: number, length: number, name = FILE) {
  const form = new FormData();
  const piece = new File([new Uint8Array(bytes.subarray(offset, offset + length))], name);
  const fields = { name, size: String(bytes.length), offset: String(offset), piece };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const response = await fetch(`${origin}${PATH}/datei`, { method: "POST", body: form, headers });
  return { status: response.status, ...AnswerSchema.parse(await response.json()) };
}

async function send(fields: Record<string, string>, query = "") {
  const body = new URLSearchParams(fields);
  const init = { method: "POST", body, headers, redirect: "manual" } as const;
  const response = await fetch(`${origin}${PATH}${query}`, init);
  return { status: response.status, text: textOf(await response.text()) };
}

async function pageText(query = ""): Promise<string> {
  return textOf(await (await fetch(`${origin}${PATH}${query}`)).text());
}

async function waitForText(text: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const page = await pageText();
    if (page.includes(text)) return page;
    await delay(50);
  }
  throw new Error(`the page never said ${text}`);
}

async function exportBytes(): Promise<Buffer> {
  const path = join(await temporaryFolder(), FILE);
  await mkdir(dirname(path), { recursive: true });
  await writeExport(path, FILES);
  return readFile(path);
}

describe("the register", () => {
  test("comes by pieces, is read in and becomes leads", async () => {
    const bytes = await exportBytes();
    expect(await sendPiece(bytes, 0, 1_000)).toEqual({ status: 200, received: 1_000 });
    // A piece that came before, and one that is not the next.
    for (const offset of [0, 2_000]) {
      expect(await sendPiece(bytes, offset, 500)).toMatchObject({ status: 409 });
    }
    const state = new URLSearchParams({ name: FILE, size: String(bytes.length) });
    const asked = await fetch(`${origin}${PATH}/datei?${state}`);
    expect(await asked.json()).toEqual({ received: 1_000 });
    expect(await send({ intent: `read:${FILE}` })).toMatchObject({ status: 404 });
    expect(await sendPiece(bytes, 1_000, bytes.length)).toMatchObject({ received: bytes.length });

    expect(await send({ intent: `read:${FILE}` })).toMatchObject({ status: 302 });
    const page = await waitForText("Export vom 20.11.2026: 3 Organisationen.");
    expect(page).toContain("Datenquelle: Bundesnetzagentur, Marktstammdatenregister, DL-DE/BY-2.0");
    expect(page).toContain("Stadtwerke Nordhafen GmbH & Co. KG");
    expect(await pageText("?rolle=direktvermarkter&bundesland=Bayern")).toContain("1 Firma");
    expect(await pageText("?rolle=quatsch&seite=99&bundesland=x")).toContain("3 Firmen");

    expect(await send({ intent: "some" })).toMatchObject({ status: 409 });
    expect(await send({ intent: "all" }, "?bundesland=Hamburg")).toMatchObject({ status: 302 });
    await waitForText("Energiemarkt, Hamburg");
    await expect
      .poll(() => listLeads(origin, "sourceType=register"))
      .toMatchObject([{ domain: "stadtwerke-nordhafen.de", sourceTerm: "Energiemarkt, Hamburg" }]);
    expect(await send({ intent: `remove:${FILE}` })).toMatchObject({ status: 302 });
    expect(await pageText()).not.toContain(FILE);
  });

  test.each(["../../leads.zip", "export.exe", "a/b.zip", ".zip"])(
    "takes no file called %s",
    async (name) => {
      expect(await sendPiece(Buffer.from("x"), 0, 1, name)).toMatchObject({ status: 422 });
    },
  );

  test("says what is wrong with a file before it reads any of it", async () => {
    const bytes = Buffer.from("kein ZIP");
    await sendPiece(bytes, 0, bytes.length, "falsch.zip");
    const { status, text } = await send({ intent: "read:falsch.zip" });
    expect(status).toBe(422);
    expect(text).toContain("Die Datei ist keine ZIP-Datei oder unvollständig.");
  });
});
