import { KINDS } from "./kinds";
import { measure } from "./measure";
import { measureRealLists } from "./real-lists";
import { measureRealPages } from "./real-pages";

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.replace(".", ",").padStart(8);
const wanted = process.argv.slice(2);
const isWanted = (name: string) =>
  wanted.includes(name) || wanted.includes(name.split(".")[0] ?? "");
const kinds = KINDS.filter(({ name }) => wanted.length === 0 || isWanted(name));
const [first, folder, half] = wanted;
if (first === "real" || first === "real-lists") {
  if (folder === undefined) console.error(`npm run accuracy -- ${first} ORDNER [HÄLFTE]`);
  else if (first === "real") measureRealPages(folder, half);
  else await measureRealLists(folder, half);
  process.exit(folder === undefined ? 1 : 0);
}

console.log("Art                    Fälle   richtig     Ziel   Präzision  Ausbeute");
let isShort = kinds.length === 0;
for (const { name, goal, least, decide } of kinds) {
  const { count, right, precision, recall, faults } = measure(decide());
  isShort ||= right < goal || precision < (least?.precision ?? 0);
  isShort ||= recall < (least?.recall ?? 0);
  const columns = [percent(right), percent(goal), percent(precision), percent(recall)];
  console.log(`${name.padEnd(22)} ${String(count).padStart(5)}  ${columns.join("  ")}`);
  if (wanted.length === 0) continue;
  for (const { label, given, expected } of faults) {
    console.log(`  ${JSON.stringify(label)}: ${given ?? "–"}, richtig wäre ${expected ?? "–"}`);
  }
}
if (kinds.length === 0) console.error(`Es gibt: ${KINDS.map(({ name }) => name).join(", ")}.`);
process.exitCode = isShort ? 1 : 0;
