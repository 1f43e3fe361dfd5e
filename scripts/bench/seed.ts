import { v7 as uuid } from "uuid";
import type { Db } from "../../db/client";
import { insertLead } from "../../db/queries/leads";
import { createRandom } from "../demo-providers/world/seeded-random";

const words = (text: string) => text.split(" ");
const TRADES = words(
  "Stadtwerke Zahnarzt Elektrotechnik Dachdecker Steuerberatung Maschinenbau Gebäudereinigung",
);
const NAMES = words("Müller Schäfer Krämer Vogt Zimmermann Lindner Öztürk Weiß Brandt Hübner");
const CITIES = words("München Köln Lübeck Göttingen Berlin Erfurt Saarbrücken Würzburg Potsdam");
const STATES = words(
  "Bayern Nordrhein-Westfalen Schleswig-Holstein Niedersachsen Berlin Thüringen Saarland",
);

/** One lead in three has this tag. */
export const FREQUENT_TAG = "messe";
/** One lead in 5,000 has this tag. */
export const RARE_TAG = "eil";

const CHUNK = 2_000;

/** Fills an empty store with invented leads: 35 % approved, 5 % contacted, 1 % favourites, two in five with email, some tagged. */
export async function seedLeads(db: Db, count: number): Promise<void> {
  // The same in every run, so that all measure the same store.
  const { integer, pick } = createRandom("bench");
  const next = (limit: number) => integer(0, limit - 1);
  const start = Date.UTC(2026, 0, 1);
  for (let from = 0; from < count; from += CHUNK) {
    await db.transaction().execute(async (trx) => {
      for (let index = from; index < Math.min(count, from + CHUNK); index += 1) {
        const trade = pick(TRADES);
        const city = pick(CITIES);
        const domain = `${trade.toLowerCase().replaceAll("ä", "ae")}-${index}.example`;
        const tags = [
          next(100) < 5 && "kontaktiert",
          next(100) < 1 && "favorit",
          next(3) === 0 && FREQUENT_TAG,
          next(5_000) === 0 && RARE_TAG,
        ];
        await insertLead(
          trx,
          {
            id: uuid(),
            domain,
            companyName: `${trade} ${pick(NAMES)} & ${pick(NAMES)} GmbH`,
            website: `https://www.${domain}/`,
            email: next(5) < 2 ? `info@${domain}` : null,
            emails: "[]",
            phone: next(10) < 8 ? `+4989${10_000_000 + next(89_999_999)}` : null,
            address: `Beispielstraße ${next(200)}, ${10_000 + next(89_999)} ${city}`,
            city,
            federalState: pick(STATES),
            topics: "[]",
            salesScore: next(3) === 0 ? 1 + next(5) : null,
            sourceType: "maps",
            sourceTerm: `${trade} ${next(300)}`,
            approved: next(100) < 35 ? 1 : 0,
            createdAt: start + index * 60_000,
            updatedAt: start + next(count) * 60_000,
          },
          tags.filter((tag) => tag !== false),
        );
      }
    });
  }
}
