import { expect, it } from "vitest";
import { errorsBesideRows } from "./user-table";

const PAGE = { users: [{ id: "own" }, { id: "anna" }], ownId: "own" };
const replyOf = (userId: string, errors: Record<string, string>) => ({
  values: { userId },
  errors,
  problem: undefined,
});

it("is said beside the rows where the user is gone or oneself", () => {
  const gone = replyOf("weg", { userId: "Diesen Benutzer gibt es nicht (mehr)." });
  expect(errorsBesideRows(gone, PAGE)).toBe("Diesen Benutzer gibt es nicht (mehr).");
  const own = replyOf("own", { role: "Sich selbst kann niemand die Rechte nehmen." });
  expect(errorsBesideRows(own, PAGE)).toBe("Sich selbst kann niemand die Rechte nehmen.");
  // A token is not a user of the list.
  expect(errorsBesideRows(own, { ...PAGE, ownId: null })).toBeNull();
});

it("is left to the row that has a menu", () => {
  expect(errorsBesideRows(replyOf("anna", { password: "Zu kurz." }), PAGE)).toBeNull();
  expect(errorsBesideRows(undefined, PAGE)).toBeNull();
});
