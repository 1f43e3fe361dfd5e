import { expect, it } from "vitest";
import { withForm } from "./read-form.server";

const sent = (body: BodyInit) =>
  withForm(new Request("http://localhost/suche", { method: "POST", body }), async (form) => form);

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

it("reads a file as it was sent, and one without a name, in their order", async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
  const body = new FormData();
  body.append("query", "Mu\u0308ller");
  body.append("file", new File([bytes], "Böden; neu (2026).csv"));
  body.append("other", new File([], ""));
  body.append("intent", "upload");
  const read = await withForm(
    new Request("http://localhost/import", { method: "POST", body }),
    async (form) =>
      Promise.all(
        [...form].map(async ([name, value]) =>
          typeof value === "string"
            ? [name, value]
            : [name, value.name, value.size, bytes.equals(Buffer.from(await value.arrayBuffer()))],
        ),
      ),
  );
  expect(read).toEqual([
    ["query", "Müller"],
    ["file", "Böden; neu (2026).csv", 300_000, true],
    ["other", "", 0, false],
    ["intent", "upload"],
  ]);
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
  await expect(withForm(cut, async () => "read")).rejects.toMatchObject({ status: 400 });
});
