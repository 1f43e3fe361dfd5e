import { expect, it } from "vitest";
import { withUploadedTable } from "~/reading/tables/read-table.server";

const table = (rows: number) => `Firma;Ort\n${"a;b\n".repeat(rows)}`;
const large = `Firma\n${`a${";x".repeat(60)}\n`.repeat(10_000)}`;

/** Reads a list and looks at it for a while; `log` gets when that begins and ends. */
async function read(log: string[], name: string, text: string): Promise<void> {
  await withUploadedTable(new File([text], name), async () => {
    log.push(`${name} begins`);
    await new Promise((done) => setTimeout(done, 50));
    log.push(name);
  });
}

it("reads small files beside a large one, which keeps none of them waiting", async () => {
  const log: string[] = [];
  const small = table(5);
  await Promise.all([read(log, "l", large), read(log, "s", small), read(log, "s", small)]);
  expect(log.slice(-2)).toEqual(["l begins", "l"]);
});

it("is done with what becomes of a large list before it reads the next one", async () => {
  const log: string[] = [];
  await Promise.all([read(log, "a", large), read(log, "b", large)]);
  expect(log).toEqual(["a begins", "a", "b begins", "b"]);
});
