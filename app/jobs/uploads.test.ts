import { expect } from "vitest";
import { it } from "~tests/store";
import { loadUpload, storeUpload } from "./uploads.server";

const TABLE = { header: ["Firma"], rows: [["A"], ["B"]], lines: [2, 4] };

it("gives an uploaded file back as it was, under a name without folders", async ({ db }) => {
  const id = await storeUpload(db, "profiles", "C:\\Listen\\Messe\u0000 2026.csv", TABLE, "anna");
  expect(await loadUpload(db, id)).toEqual({
    id,
    purpose: "profiles",
    fileName: "Messe 2026.csv",
    table: TABLE,
  });
  expect(await loadUpload(db, "another")).toBeUndefined();
});
