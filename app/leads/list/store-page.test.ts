import { describe, expect } from "vitest";
import { addLead, it } from "~tests/store";
import { loadStorePage } from "./store-page.server";

describe("a list without hits", () => {
  it.for<[string, object | null]>([
    ["hasEmail=true&q=gibtesnicht", { label: "Text: gibtesnicht", count: 2 }],
    ["hasEmail=true&hasPhone=true", { label: "mit Telefon", count: 2 }],
    ["hasEmail=true&hasPhone=true&q=gibtesnicht", null],
    ["hasEmail=true", null],
  ])(
    "names for %s the filter without which most are found: %j",
    async ([query, limiting], { db }) => {
      await addLead(db, { domain: "a.de", email: "info@a.de" });
      await addLead(db, { domain: "b.de", email: "info@b.de" });
      await addLead(db, { domain: "c.de", phone: "+49301234567" });
      const store = { db, timeZone: "Europe/Berlin" };
      const page = await loadStorePage(store, new URLSearchParams(query), "anna");
      expect(page.limiting).toEqual(limiting && { ...limiting, isExact: true });
    },
  );
});
