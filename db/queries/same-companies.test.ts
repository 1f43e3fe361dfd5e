import { expect } from "vitest";
import { addLead, it } from "~tests/store";
import { findSameCompanies } from "./same-companies";

it("leads with the same number in their Impressum are one company", async ({ db }) => {
  const add = (domain: string, imprint: Record<string, string> | null) =>
    addLead(db, { domain, imprint: imprint && JSON.stringify(imprint) });
  const register = { registerNumber: "HRB 1234", registerCourt: "Kassel" };
  const own = await add("firma.de", { ...register, vatId: "DE136695976" });
  await add("firma-shop.de", { vatId: "DE136695976" });
  await add("firma-gruppe.de", register);
  await add("andere.de", { ...register, registerCourt: "Fulda" });
  const bare = await add("ohne.de", null);
  const domains = async (lead: typeof own) =>
    (await findSameCompanies(db, lead)).map(({ domain }) => domain);
  expect(await domains(own)).toEqual(["firma-shop.de", "firma-gruppe.de"]);
  expect(await domains(bare)).toEqual([]);
});
