import { expect, it } from "vitest";
import { servicesWith } from "~tests/fake-providers";
import { openTestStore } from "~tests/store";
import { MAX_PROFILES } from "../company-search/search-terms";
import { confirmTerms } from "./start-profiles.server";
import { startProfilesFile } from "./start-profiles-file.server";

it("works through every row of a file, also beyond what a search may fetch", async () => {
  const db = await openTestStore();
  await confirmTerms(db, "anna");
  const { providers } = servicesWith({});
  const count = MAX_PROFILES + 1;
  const rows = Array.from({ length: count }, (_, index) => `Eva Nord;firma-${index}.de\n`);
  const file = new File([`Name;Website\n`, ...rows], "messe.csv", { type: "text/csv" });
  const services = { db, providers, jobs: { wake: () => undefined } };
  const job = await startProfilesFile(services, file, false, "anna");
  expect(job.requested).toBe(count);
  expect(JSON.parse(job.params)).toMatchObject({ rows: count, count });
});
