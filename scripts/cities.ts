import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildCities, cityFile, townFile } from "./cities/build-cities";

/** Makes the lists of places anew: `node --import tsx scripts/cities.ts`. */
const pathOf = (name: string) => fileURLToPath(new URL(`../app/places/${name}`, import.meta.url));
const target = pathOf("german-cities.json");
const cities = buildCities();
await writeFile(target, cityFile(cities));
await writeFile(fileURLToPath(new URL("../db/towns.json", import.meta.url)), townFile());
process.stdout.write(`${cities.states.length} federal states written to ${target}\n`);
