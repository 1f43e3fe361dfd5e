import { describe, expect } from "vitest";
import { findBlockedDomains } from "~db/queries/blocked-domains";
import { it, NOON } from "~tests/store";
import { block, findListedPage, removeFromList } from "./block-list.server";

const BY = { actor: "anna", now: NOON };
const UMLAUT = "xn--mller-bder-w5a5z.de";

describe("the block list", () => {
  it.for([
    ["firma.de", "firma.de", "firma.de"],
    [" HTTPS://www.Firma.de/kontakt?x=1 ", "firma.de", "firma.de"],
    ["info@firma.de", "firma.de", "firma.de"],
    ["shop.firma.co.uk", "firma.co.uk", "firma.co.uk"],
    ["https://www.Müller-Bäder.de/", UMLAUT, "müller-bäder.de"],
    [`info@${UMLAUT}`, UMLAUT, "müller-bäder.de"],
    ["kunde.github.io", "kunde.github.io", "kunde.github.io"],
  ] as const)("takes %j as the domain of its company", async ([address, domain, shown], { db }) => {
    expect(await block(db, address, BY)).toBe(shown);
    expect(await findBlockedDomains(db, [domain, "andere.de"])).toEqual(new Set([domain]));
    expect((await findListedPage(db, "blockedDomains", 1, 10)).entries).toEqual([
      {
        ...{ domain: shown, createdAt: "2026-11-20T11:00:00.000Z", createdBy: "anna" },
        ...{ reason: null, companyName: null, keptId: null },
      },
    ]);
    await removeFromList(db, "unblock", shown);
    expect(await findBlockedDomains(db, [domain])).toEqual(new Set());
  });

  it.for(["", "  ", "firma", "co.uk", "a b", `firma.de/${"x".repeat(300)}`])(
    "refuses %j",
    async (address, { db }) => {
      const refusal = {
        status: 422,
        message: `„${address.slice(0, 100)}“ ist keine Domain. Beispiel: firma.de`,
      };
      await expect(block(db, address, BY)).rejects.toMatchObject(refusal);
      await expect(removeFromList(db, "unblock", address)).rejects.toMatchObject(refusal);
      expect((await findListedPage(db, "blockedDomains", 1, 10)).total).toBe(0);
    },
  );
});
