import { expect } from "vitest";
import { it, NOON } from "~tests/store";
import { confirm, getConfirmation } from "./settings";

it("keeps who confirmed a notice first, and when", async ({ db }) => {
  expect(await getConfirmation(db, "notice")).toBeUndefined();
  await confirm(db, "notice", { actor: "anna", now: NOON });
  await confirm(db, "notice", { actor: "bert", now: NOON + 1 });
  expect(await getConfirmation(db, "notice")).toEqual({
    name: "notice",
    confirmedAt: NOON,
    confirmedBy: "anna",
  });
  expect(await getConfirmation(db, "other")).toBeUndefined();
});
