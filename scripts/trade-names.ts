import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Makes the German names of OpenStreetMap's tags anew: `node --import tsx scripts/trade-names.ts`. */

const PACKAGE = "@openstreetmap/id-tagging-schema";
const target = new URL("../app/providers/openstreetmap/trade-names.json", import.meta.url);
const require = createRequire(import.meta.url);

/** What companies are tagged with; of other keys only the values that are one. */
const KEYS = "craft shop office amenity healthcare tourism leisure industrial club education".split(
  " ",
);
const TAGS = new Set(
  "man_made=works man_made=water_works man_made=wastewater_plant power=plant power=substation telecom=data_center landuse=industrial landuse=commercial landuse=quarry landuse=farmyard landuse=plant_nursery landuse=port landuse=landfill aeroway=aerodrome".split(
    " ",
  ),
);
/** Things in the street and in nature that share these keys. */
const NO_COMPANY =
  /^(?:amenity=(?:vending|parking|bench|bicycle_|motorcycle_parking|place_of_worship|toilets|waste_(?:basket|disposal)|shelter|fountain|telephone|post_box|hunting|loading|drinking|water_point|recycling&recycling_type=container|grit|clock|bbq|give_box|letter_box|lounger|monastery|photo_booth|trolley|watering|weighbridge|charging_station&|smoking|table|public_bookcase|ticket_validator|binoculars|social_facility&)|leisure=(?:pitch|playground|track|garden|park|picnic|slipway|bird|firepit|nature|outdoor|swimming_area|bleachers|common|fitness_station|dog|wildlife)|tourism=(?:artwork|information|viewpoint|camp_pitch|trail|yes|picnic)|[a-z]+=(?:yes|vacant|\*)$)/;

const PresetsSchema = z.record(
  z.string(),
  z.looseObject({
    tags: z.record(z.string(), z.string()),
    addTags: z.record(z.string(), z.string()).optional(),
  }),
);
const NamesSchema = z.object({
  de: z.object({
    presets: z.object({
      presets: z.record(
        z.string(),
        z.object({
          name: z.string().optional(),
          aliases: z.string().optional(),
          terms: z.string().optional(),
        }),
      ),
    }),
  }),
});

const presets = PresetsSchema.parse(require(`${PACKAGE}/dist/presets.min.json`));
const names = NamesSchema.parse(require(`${PACKAGE}/dist/translations/de.min.json`)).de.presets
  .presets;

const found = new Map<string, string[]>();
for (const [id, { tags, addTags = {} }] of Object.entries(presets)) {
  const { name, aliases = "", terms = "" } = names[id] ?? {};
  const [[key = "", value = ""] = []] = Object.entries(tags);
  const filter = Object.entries(tags)
    .map((tag) => tag.join("="))
    .join("&");
  const isCompany = KEYS.includes(key) || TAGS.has(`${key}=${value}`);
  if (name === undefined || !isCompany || NO_COMPANY.test(filter) || filter.includes("*")) continue;
  // What is asked for under a new key is still mostly tagged with the old one.
  const older = Object.entries(addTags).find(([other]) => KEYS.includes(other) && other !== key);
  const filters = older === undefined ? filter : `${older.join("=")} ${filter}`;
  const words = (text: string) =>
    [...new Set(text.split(/[\n,/;]/).map((word) => word.trim()))].filter(
      ({ length }) => length > 2,
    );
  const own = words(`${name},${aliases}`);
  const others = words(terms).filter((word) => !own.includes(word));
  const called = [own, others].map((list) => list.join(",")).join(" → ");
  found.set(key, [...(found.get(key) ?? []), `${filters} → ${called}`]);
}
const file = {
  licence: "ISC, OpenStreetMap contributors",
  package: `${PACKAGE} ${require(`${PACKAGE}/package.json`).version}`,
  note: "Erzeugt von scripts/trade-names.ts; nicht von Hand ändern. Filter → Namen → weitere Wörter.",
  trades: Object.fromEntries([...found].map(([key, lines]) => [key, lines.join("; ")])),
};
await writeFile(target, `${JSON.stringify(file, null, 2)}\n`);
process.stdout.write(
  `${[...found.values()].flat().length} kinds written to ${fileURLToPath(target)}\n`,
);
