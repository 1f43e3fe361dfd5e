import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildCities, cityFile } from "./cities/build-cities";

/** Makes the list of places anew: `node --import tsx scripts/cities.ts`. */
const target = fileURLToPath(new URL("../app/places/german-cities.json", import.meta.url));
const cities = buildCities();
await writeFile(target, cityFile(cities));
process.stdout.write(`${cities.states.length} federal states written to ${target}\n`);
