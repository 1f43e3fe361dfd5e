import { describe, expect } from "vitest";
import { PROFILES_KEY, PROFILES_TERMS, profilesKind } from "~/jobs/kinds/registry";
import { unavailableReason } from "~/jobs/kinds/start-job.server";
import type { Db } from "~db/client";
import type { Change } from "~db/schema";
import { FakeProfileSearch, SEARCH_URL } from "~tests/fake-profile-search";
import { servicesWith } from "~tests/fake-providers";
import { it, openTestStore, setJob } from "~tests/store";
import {
  confirmTerms,
  confirmTermsAs,
  findTermsConfirmation,
  type OrderChoice,
  startProfiles,
} from "./start-profiles.server";

function servicesOver(db: Db, search: FakeProfileSearch | null = new FakeProfileSearch()) {
  const { providers } = servicesWith({ profiles: search });
  const woken: string[] = [];
  return { db, providers, jobs: { wake: () => void woken.push("wake") }, woken };
}

const SEARCH = { searchUrl: SEARCH_URL, count: 20, enrich: true };
const FILE = { uploadId: "u1", fileName: "Messe.csv", rows: 9, count: 9, enrich: false };

describe("profiles are off", () => {
  it("until there is a key and the notice is confirmed", async ({ db }) => {
    const keyless = servicesOver(db, null);
    const ready = servicesOver(db);
    const reasonOf = (services: typeof ready, params: typeof SEARCH | typeof FILE) =>
      unavailableReason(services, profilesKind.requires(params));
    expect(await reasonOf(keyless, SEARCH)).toBe(PROFILES_KEY.missing);
    expect(await reasonOf(ready, SEARCH)).toBe(PROFILES_TERMS.missing);
    expect(await reasonOf(keyless, FILE)).toBe(PROFILES_TERMS.missing);
    await confirmTerms(db, "anna");
    expect(await reasonOf(keyless, SEARCH)).toBe(PROFILES_KEY.missing);
    expect(await reasonOf(ready, SEARCH)).toBeNull();
    expect(await reasonOf(keyless, FILE)).toBeNull();
  });
});

describe("the notice, confirmed by program", () => {
  const session = { kind: "session", actor: "anna", userId: "u", sessionHash: "s" } as const;
  const token = { kind: "token", actor: "API", scope: "full", tokenId: null } as const;

  it.each([
    [{ ...session, role: "member", isByLink: false } as const, null],
    [null, null],
    [{ ...session, role: "administrator", isByLink: false } as const, "anna"],
    [token, "API"],
  ])("by %j", async (identity, confirmedBy) => {
    const db = await openTestStore();
    const confirmed = confirmTermsAs(db, identity);
    if (confirmedBy === null) await expect(confirmed).rejects.toMatchObject({ status: 403 });
    else await confirmed;
    expect((await findTermsConfirmation(db))?.confirmedBy ?? null).toBe(confirmedBy);
  });
});

describe("a start", () => {
  it.each([
    [SEARCH, { query: "Profilsuche, 20 Profile", requested: 20 }],
    [
      { ...SEARCH, searchUrl: `${SEARCH_URL}&savedSearchId=1850`, count: 1 },
      { query: "Profilsuche 1850, 1 Profil", requested: 1 },
    ],
    [FILE, { query: "Messe.csv", requested: 9 }],
  ])("queues a job and wakes the runner: %j", async (params, fields) => {
    const db = await openTestStore();
    await confirmTerms(db, "anna");
    const services = servicesOver(db);
    const job = await startProfiles(services, params, "bert", null);
    expect(job).toMatchObject({
      kind: "profiles",
      status: "queued",
      phase: "searching",
      region: null,
      createdBy: "bert",
      ...fields,
    });
    expect(JSON.parse(job.params)).toEqual(params);
    expect(services.woken).toEqual(["wake"]);
  });
});

describe("a search whose last run left an order open", () => {
  const OPEN = { status: "failed" as const, checkpoint: '{"orderId":"order 1"}' };

  async function startedAgain(change: Change<"jobs">, choice: OrderChoice | null) {
    const db = await openTestStore();
    await confirmTerms(db, "anna");
    const services = servicesOver(db);
    const first = await startProfiles(services, SEARCH, "anna", null);
    await setJob(db, first.id, { ...OPEN, ...change });
    const again = startProfiles(services, SEARCH, "anna", choice);
    return { first, again };
  }

  it.each<[string, Change<"jobs">]>([
    ["failed", {}],
    ["was cancelled", { status: "cancelled", cancelRequestedAt: 1 }],
    ["may have ordered", { checkpoint: '{"booked":{"id":"call 1"}}' }],
  ])("is asked about where that %s", async (_, change) => {
    const { again } = await startedAgain(change, null);
    await expect(again).rejects.toMatchObject({ status: 409, field: "order" });
  });

  it("goes on as that run, or is made anew, as the person chooses", async () => {
    const cancelled = { status: "cancelled", cancelRequestedAt: 1 } as const;
    const goesOn = await startedAgain(cancelled, "goOn");
    expect(await goesOn.again).toMatchObject({
      id: goesOn.first.id,
      status: "queued",
      cancelRequestedAt: null,
      checkpoint: OPEN.checkpoint,
    });
    const anew = await startedAgain(cancelled, "anew");
    expect(await anew.again).toMatchObject({ status: "queued", checkpoint: null });
  });

  it.each<[string, Change<"jobs">]>([
    ["has stored it", { checkpoint: '{"orderId":"order 1","isStored":true}' }],
    ["never ordered", { checkpoint: '{"booked":null,"orderId":null}' }],
    ["is complete", { status: "complete" }],
    ["was another search", { params: JSON.stringify({ ...SEARCH, count: 21 }) }],
    ["is older than a week", { createdAt: Date.now() - 8 * 24 * 60 * 60 * 1000 }],
  ])("is made anew where that %s", async (_, change) => {
    const { first, again } = await startedAgain(change, null);
    expect((await again).id).not.toBe(first.id);
  });
});
