import { describe, expect } from "vitest";
import { findBlockedDomains } from "~db/queries/blocked-domains";
import { it, NOON } from "~tests/store";
import { block, findListedPage, unblock } from "./block-list.server";

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
      { domain: shown, createdAt: "2026-11-20T11:00:00.000Z", createdBy: "anna" },
    ]);
    await unblock(db, shown);
    expect(await findBlockedDomains(db, [domain])).toEqual(new Set());
  });

  it.for([
    "",
    "  ",
    "firma",
    "localhost",
    "127.0.0.1",
    "http://",
    "co.uk",
    "a b",
    "firma.invalid",
    `firma.de/${"x".repeat(300)}`,
  ])("refuses %j", async (address, { db }) => {
    const refusal = {
      status: 422,
      message: `„${address.slice(0, 100)}“ ist keine Domain. Beispiel: firma.de`,
    };
    await expect(block(db, address, BY)).rejects.toMatchObject(refusal);
    await expect(unblock(db, address)).rejects.toMatchObject(refusal);
    expect((await findListedPage(db, "blockedDomains", 1, 10)).total).toBe(0);
  });

  it("keeps who blocked a domain first, and when", async ({ db }) => {
    await block(db, "firma.de", BY);
    await block(db, "www.firma.de", { actor: "ben", now: NOON + 1 });
    expect(await findListedPage(db, "blockedDomains", 1, 10)).toMatchObject({
      entries: [{ createdAt: "2026-11-20T11:00:00.000Z", createdBy: "anna" }],
      total: 1,
    });
  });

  it("unblocks one domain alone, and leaves what is not on it", async ({ db }) => {
    for (const domain of ["a.de", "b.de"]) await block(db, domain, BY);
    expect(await unblock(db, "c.de")).toEqual({ domain: "c.de", wasBlocked: false });
    const address = "https://www.A.de/";
    expect(await unblock(db, address)).toEqual({ domain: "a.de", wasBlocked: true });
    expect(
      (await findListedPage(db, "blockedDomains", 1, 10)).entries.map(({ domain }) => domain),
    ).toEqual(["b.de"]);
  });

  it("is read in pages, newest first; a page past the end is the last one", async ({ db }) => {
    const empty = await findListedPage(db, "blockedDomains", 3, 10);
    expect(empty).toEqual({ entries: [], total: 0, page: 1 });
    for (let n = 1; n <= 5; n += 1) {
      await block(db, `firma-${n}.de`, { actor: "anna", now: NOON + (n === 5 ? 4 : n) });
    }
    const pages = await Promise.all(
      [1, 2, 3, 99].map((page) => findListedPage(db, "blockedDomains", page, 2)),
    );
    expect(pages.map(({ entries }) => entries.map(({ domain }) => domain))).toEqual([
      ["firma-4.de", "firma-5.de"],
      ["firma-3.de", "firma-2.de"],
      ["firma-1.de"],
      ["firma-1.de"],
    ]);
    expect(pages.map(({ page, total }) => [page, total])).toEqual([
      [1, 5],
      [2, 5],
      [3, 5],
      [3, 5],
    ]);
  });
});
