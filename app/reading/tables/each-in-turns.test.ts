import { expect, it } from "vitest";
import { eachInTurns } from "./each-in-turns.server";

it("yields to other work while it takes long", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("another"));
  await eachInTurns(["first", "second"], (item) => {
    const start = performance.now();
    while (performance.now() - start < 20);
    order.push(item);
  });
  expect(order).toEqual(["first", "another", "second"]);
});
