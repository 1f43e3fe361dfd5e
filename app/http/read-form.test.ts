import { expect, it } from "vitest";
import { readForm } from "./read-form.server";

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
