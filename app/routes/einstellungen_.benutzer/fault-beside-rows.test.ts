import { expect, it } from "vitest";
import { faultBesideRows } from "./fault-beside-rows";

const PAGE = { users: [{ id: "own" }, { id: "anna" }], ownId: "own" };
const faultOf = (userId: string, errors: Record<string, string>) => ({
  kind: "user" as const,
  userId,
  errors,
});

it("is said beside the rows where the user is gone or oneself", () => {
  const gone = faultOf("weg", { userId: "Diesen Benutzer gibt es nicht (mehr)." });
  expect(faultBesideRows(gone, PAGE)).toBe("Diesen Benutzer gibt es nicht (mehr).");
  const own = faultOf("own", { role: "Sich selbst kann niemand die Rechte nehmen." });
  expect(faultBesideRows(own, PAGE)).toBe("Sich selbst kann niemand die Rechte nehmen.");
  // Whoever comes with a token is nobody of the list.
  expect(faultBesideRows(own, { ...PAGE, ownId: null })).toBeNull();
});

it("is left to the row that has a menu", () => {
  expect(faultBesideRows(faultOf("anna", { password: "Zu kurz." }), PAGE)).toBeNull();
  expect(faultBesideRows(undefined, PAGE)).toBeNull();
});
