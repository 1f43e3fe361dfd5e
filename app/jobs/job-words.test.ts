import { expect, it } from "vitest";
import { addJob, openTestStore } from "~tests/store";
import type { Job } from "./job";
import { toJob } from "./job-json.server";
import { describeEnd } from "./job-words";

it.each<[Job["status"], Job["status"][], Job["status"][], string]>([
  ["complete", [], [], "Fertig"],
  ["complete", ["failed"], ["complete", "cancelled"], "Fertig"],
  ["complete", ["queued"], [], "Karte fertig, Websuche wartet"],
  ["complete", ["running"], ["running"], "Karte fertig, Websuche läuft"],
  ["complete", ["complete"], ["queued"], "Suche fertig, Websites werden gelesen (0 von 50)"],
  ["cancelled", [], ["running"], "Abgebrochen, Websites werden gelesen (0 von 50)"],
  ["failed", [], [], "Abgebrochen durch einen Fehler"],
])(
  "the end of a %s search with parts %j and follow-ups %j reads %s",
  async (status, parts, followUps, words) => {
    const db = await openTestStore();
    const jobOf = async (own: Job["status"]) => toJob(await addJob(db, { status: own }));
    const search = {
      job: await jobOf(status),
      parts: await Promise.all(parts.map(jobOf)),
      followUps: await Promise.all(followUps.map(jobOf)),
    };
    expect(describeEnd(search)).toBe(words);
  },
);
