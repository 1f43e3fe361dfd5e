import { EventEmitter, once } from "node:events";
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

it("reads large bodies two at a time, and small ones beside them", async () => {
  const begun: string[] = [];
  const gate = new EventEmitter();
  const release = once(gate, "open");
  const send = (name: string, bytes: number) => {
    const headers = {
      "content-type": "multipart/form-data; boundary=x",
      "content-length": String(bytes),
    };
    const body = `--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\n${name}\r\n--x--\r\n`;
    const request = new Request("http://localhost/import", { method: "POST", headers, body });
    return withForm(request, async (form) => {
      begun.push(String(form.get("intent")));
      if (bytes > 2_000) await release;
    });
  };
  const large = ["a", "b", "c"].map((name) => send(name, 20_000_000));
  await send("small", 2_000);
  expect(begun.toSorted()).toEqual(["a", "b", "small"]);
  gate.emit("open");
  await Promise.all(large);
  expect(begun.at(-1)).toBe("c");
});
