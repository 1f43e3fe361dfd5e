import { expect, it } from "vitest";
import { FileSchema, readForm } from "./read-form.server";

const sent = (body: BodyInit) =>
  readForm(new Request("http://localhost/suche", { method: "POST", body }));

it("reads the fields of a form", async () => {
  const form = await sent(
    new URLSearchParams([
      ["query", "Maler"],
      ["ids", "a"],
      ["ids", "b"],
      ["seen.notes", ""],
    ]),
  );
  expect(form.get("query")).toBe("Maler");
  expect(form.getAll("ids")).toEqual(["a", "b"]);
});

it("takes accents in one piece and no signs of no width, but leaves passwords", async () => {
  const text = "Mu\u0308ller\u200b Ba\u00adu 👩\u200d💻 x\u200d";
  const form = await sent(new URLSearchParams({ query: text, password: text }));
  expect(form.get("query")).toBe("Müller Bau 👩\u200d💻 x");
  expect(form.get("password")).toBe(text);
});

it.each([
  "query[4294967294]",
  "query[0]",
  "a.b.c",
  `a${".a".repeat(60_000)}`,
  "__proto__",
  "",
  ".",
  "a b",
  "a".repeat(65),
])("refuses a field by its name: %.40s", async (name) => {
  await expect(sent(new URLSearchParams([[name, "x"]]))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("Feld"),
  });
});

it("takes 2,000 fields and no more", async () => {
  const fields = (count: number) =>
    new URLSearchParams(Array.from({ length: count }, () => ["ids", ""]));
  expect((await sent(fields(2_000))).getAll("ids")).toHaveLength(2_000);
  await expect(sent(fields(2_001))).rejects.toMatchObject({ status: 413 });
});

it("reads a file as it was sent, and one without a name", async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
  const body = new FormData();
  body.append("query", "Mu\u0308ller");
  body.append("file", new File([bytes], "Böden; neu (2026).csv"));
  body.append("other", new File([], ""));
  body.append("intent", "upload");
  const form = await sent(body);
  expect([form.get("query"), form.get("intent")]).toEqual(["Müller", "upload"]);
  const files = [form.get("file"), form.get("other")].map((value) => FileSchema.parse(value));
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ["Böden; neu (2026).csv", 300_000],
    ["", 0],
  ]);
  expect(bytes.equals(new Uint8Array((await files[0]?.arrayBuffer()) ?? []))).toBe(true);
});

const FILE =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nFirma\r\n';
it.each([
  ["within its file", FILE.slice(0, -2)],
  ["within its second file", `${FILE}${FILE.slice(0, -1)}`],
  ["behind a file", FILE],
  ["in a file behind a broken part", `${FILE.replace('"file"', '"a\u0014"')}${FILE}`],
])("refuses a body that ends %s", async (_, body) => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const cut = new Request("http://localhost/import", { method: "POST", headers, body });
  await expect(readForm(cut)).rejects.toMatchObject({ status: 400 });
});
