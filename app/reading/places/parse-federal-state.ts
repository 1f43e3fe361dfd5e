import { foldText, foldToBaseLetters } from "~db/fold";
import { FEDERAL_STATES, type FederalState } from "./federal-states";

const PREFIX =
  /^(?:bundesland|land|(?:federal |free )?state(?: of)?|freistaat|stadtstaat|(?:freie )?(?:und )?hansestadt|free (?:and )?hanseatic city of|city of|de[- ](?=..$)) ?/;

/** Ignores punctuation: „Baden Württemberg“, „N.R.W.“. */
const keyOf = (text: string) => text.replace(/[-‐‑–./ ]/g, "");

/** English and short names. Not in a JSON file, which the browser tests can't import. */
const OTHER_NAMES = new Map(
  Object.entries({
    BW: ["BaWü"],
    BY: ["Bavaria", "BAY"],
    BE: ["BLN"],
    BB: ["BBG", "BRB"],
    HE: ["Hesse"],
    MV: ["MVP", "MeckPomm", "Mecklenburg-Western Pomerania", "Mecklenburg-West Pomerania"],
    NI: ["NDS", "Lower Saxony"],
    NW: ["NRW", "North Rhine-Westphalia", "Northern Rhine-Westphalia", "Nordrhein-Westphalen"],
    RP: ["RLP", "Rhineland-Palatinate", "Rheinland-Palatinate"],
    SL: ["SAAR"],
    SN: ["Saxony"],
    ST: ["SA", "LSA", "Saxony-Anhalt"],
    SH: ["SLH"],
    TH: ["THÜ", "Thuringia"],
  }),
);
const BY_SPELLING = new Map(
  Object.entries(FEDERAL_STATES).flatMap(([code, name]) =>
    [code, name, ...(OTHER_NAMES.get(code) ?? [])].flatMap((spelling): [string, FederalState][] => [
      [keyOf(foldText(spelling)), name],
      [keyOf(foldToBaseLetters(spelling)), name],
    ]),
  ),
);

/** „Mecklenburg-Vorp.“ */
function stateAbbreviated(name: string): FederalState | undefined {
  const words = name.split(/[-. ]+/).filter(Boolean);
  const isFull = (state: string) => {
    const parts = foldText(state).split("-");
    return (
      parts.length === words.length && parts.every((part, at) => part.startsWith(words[at] ?? ""))
    );
  };
  return name.endsWith(".") && words.length > 1 && words.some((word) => word.length > 3)
    ? Object.values(FEDERAL_STATES).find(isFull)
    : undefined;
}

/** Reads ISO codes („BY“), short forms („NRW“), German and English names. */
export function parseFederalState(text: string): FederalState | null {
  const [, name = "", inBrackets = ""] = /^([^(]*)(?:\(([^)]*)\))?/.exec(foldText(text)) ?? [];
  const known = [name.trim().replace(PREFIX, ""), inBrackets].map((part) =>
    BY_SPELLING.get(keyOf(part)),
  );
  return known.find((state) => state !== undefined) ?? stateAbbreviated(name.trim()) ?? null;
}
