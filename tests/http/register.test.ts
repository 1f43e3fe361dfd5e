import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeExport } from "../../scripts/demo-providers/register/write-export";
import { listLeads } from "../support/api-client";
import { temporaryFolder } from "../support/app-server";
import { textOf } from "../support/page-text";
import { FILE, FILES } from "../support/register-samples";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();
const { url: origin } = app.server;
const PAGE = `${origin}/pipelines/register`;

async function post(address: string, body: FormData | URLSearchParams) {
  const init = { method: "POST", body, headers: { origin }, redirect: "manual" } as const;
  const response = await fetch(address, init);
  return { status: response.status, text: textOf(await response.text()).trim() };
}

function sendPiece(bytes: Buffer, from: number, to: number, name = FILE) {
  const form = new FormData();
  const fields = { name, size: String(bytes.length), offset: String(from) };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("piece", new File([new Uint8Array(bytes.subarray(from, to))], name));
  return post(`${PAGE}/datei`, form);
}

/** A thread begins with the first job. */
const SOON = { timeout: 20_000 };

const send = (intent: string, query = "") =>
  post(`${PAGE}${query}`, new URLSearchParams({ intent }));
const pageText = async (query = "") => textOf(await (await fetch(`${PAGE}${query}`)).text());

test("the register comes by pieces, is read in and becomes leads", async () => {
  const path = join(await temporaryFolder(), FILE);
  await writeExport(path, FILES);
  const bytes = await readFile(path);
  const received = (count: number, status = 200) => ({
    status,
    text: JSON.stringify({ received: count }),
  });
  expect(await sendPiece(bytes, 0, 1_000)).toEqual(received(1_000));
  // An empty one only asks; one that is not the next is refused.
  expect(await sendPiece(bytes, 0, 0)).toEqual(received(1_000));
  expect(await sendPiece(bytes, 2_000, 2_500)).toEqual(received(1_000, 409));
  const file = FILE.replace(".zip", " (hochgeladen).zip");
  expect(await send(`read:${file}`)).toMatchObject({ status: 422 });
  const { text } = await sendPiece(bytes, 1_000, bytes.length);
  expect(JSON.parse(text)).toEqual({ received: bytes.length, file });

  expect(await send(`read:${file}`)).toMatchObject({ status: 302 });
  await expect.poll(() => pageText(), SOON).toContain("3 Organisationen");
  expect(await pageText()).toMatch(
    /Datenquelle: Bundesnetzagentur, Marktstammdatenregister\s*, DL-DE\/BY-2.0/,
  );
  expect(await pageText("?rolle=Direktvermarkter&bundesland=Bayern")).toContain("1 Firma");
  expect(await pageText("?rolle=quatsch&seite=99&bundesland=x")).toContain("3 Firmen");

  expect(await send("some")).toMatchObject({ status: 409 });
  expect(await send("all", "?bundesland=Hamburg")).toMatchObject({ status: 302 });
  await expect
    .poll(() => listLeads(origin, "sourceType=register"), SOON)
    .toMatchObject([{ domain: "stadtwerke-nordhafen.de", sourceTerm: "Energiemarkt, Hamburg" }]);
});

test("says what is wrong with a file before it reads any of it", async () => {
  for (const name of ["../../leads.zip", "export.exe", "a/b.zip", ".zip"]) {
    expect((await sendPiece(Buffer.from("x"), 0, 1, name)).status, name).toBe(422);
  }
  await sendPiece(Buffer.from("kein ZIP"), 0, 8, "falsch.zip");
  const { status, text } = await send("read:falsch (hochgeladen).zip");
  expect(status).toBe(422);
  expect(text).toContain("Die Datei ist keine ZIP-Datei oder unvollständig.");
});
