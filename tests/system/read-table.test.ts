import { expect, it } from "vitest";
import { readTable } from "~/tables/read-table.server";

const table = (rows: number) => new TextEncoder().encode(`Firma;Ort\n${"a;b\n".repeat(rows)}`);

it("reads small files beside a large one, which keeps none of them waiting", async () => {
  const ended: string[] = [];
  const read = async (name: string, bytes: Uint8Array) => {
    await readTable(bytes);
    ended.push(name);
  };
  const cells = ";x".repeat(60);
  const large = new TextEncoder().encode(`Firma\n${`a${cells}\n`.repeat(20_000)}`);
  await Promise.all([read("large", large), read("small", table(5)), read("small", table(9))]);
  expect(ended).toEqual(["small", "small", "large"]);
});
