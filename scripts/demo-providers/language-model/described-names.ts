import { foldText } from "../world/folded-text";
import { findAreas } from "../world/place-words";

/** A word of a description, with the place where it stands in its folded text. */
export interface DescribedName {
  name: string;
  at: number;
}

/** What a description names and the demo's world does not know by itself. */
export interface DescribedNames {
  /** Nouns that stand where whom to look for is said. */
  trades: DescribedName[];
  /** Towns and areas behind a word like „in“ that are no known ones. */
  places: string[];
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Lead to where to search, and away from whom to search for. */
const INTO_PLACE = words("in im um am an bei nahe rund aus nach zwischen ins ums");
const INTO_DETAIL = words("fuer mit ohne von der des zu als die das unsere unser");
const AND = words("und oder sowie");
const ANEW = words("dazu ausserdem ferner zusaetzlich auch");
/** Written large at the beginning of a sentence, or said of any company or place. */
const EMPTY = words(
  "ich wir sie bitte alle alles viele welche suche suchen finde kunden firmen firma betriebe betrieb unternehmen betreiber anbieter region raum umkreis umgebung gegend naehe kilometer kilometern stadt staedte staedten ort orte orten gemeinde gemeinden landkreis kreis land norden sueden osten westen",
);
/** Behind „im“ no place, but what follows says more of the trade. */
const SUBJECTS = words("bereich bereichen branche branchen sektor auftrag");
/** What a trade in the middle of places looks like: „in Köln, Gießereien und …“. */
const TRADE_ENDING =
  /(?:ei|eien|er|ung|ungen|schaft|schaften|betriebe|bau|werke|praxen|kliniken|häuser|agenturen|isten|ieure)$/u;
const TOKEN = /\p{L}[\p{L}-]{0,60}|[,;:.]/gu;
const SHORTEST_TRADE = 4;

type State = "whom" | "where" | "detail";

function isKnownPlace(name: string): boolean {
  return findAreas(foldText(name).split(" ")).length > 0;
}

function isLarge(token: string | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token);
}

/** Where a small word or a sign leads from where the text was. */
function leads(token: string, state: State): State {
  const word = foldText(token);
  if (INTO_PLACE.has(word)) return "where";
  if (ANEW.has(word) || word === "" || AND.has(word)) {
    // „in Köln, Bonn und Hürth“: places go on behind these, until a word begins anew.
    const goesOn = state === "where" && !ANEW.has(word) && !/[;:.]/.test(token);
    return goesOn ? "where" : "whom";
  }
  // „im Umkreis von …“
  return INTO_DETAIL.has(word) && state !== "where" ? "detail" : state;
}

/** Reads a description word by word: whom it names, and where. German nouns are written large. */
export function describedNames(description: string): DescribedNames {
  const tokens = [...description.matchAll(TOKEN)];
  const found: DescribedNames = { trades: [], places: [] };
  let state: State = "whom";
  let place: string[] = [];
  const endPlace = () => {
    const name = place.join(" ");
    if (name !== "" && !isKnownPlace(name)) found.places.push(name);
    place = [];
  };
  for (const [index, { 0: token, index: start }] of tokens.entries()) {
    const next = tokens[index + 1]?.[0];
    const word = foldText(token);
    if (!isLarge(token) || INTO_PLACE.has(word) || AND.has(word) || ANEW.has(word)) {
      endPlace();
      state = leads(token, state);
    } else if (SUBJECTS.has(word)) {
      state = "detail";
    } else if (state === "where" && !(TRADE_ENDING.test(token) && !isKnownPlace(token))) {
      if (!EMPTY.has(word)) place.push(token);
    } else if (state !== "detail" && !EMPTY.has(word) && !isLarge(next)) {
      endPlace();
      const isHead = next !== undefined && INTO_DETAIL.has(foldText(next));
      if (token.length >= SHORTEST_TRADE && !isHead && !isKnownPlace(token)) {
        found.trades.push({ name: token, at: foldText(description.slice(0, start)).length });
      }
      state = "detail";
    }
  }
  endPlace();
  return { trades: found.trades, places: [...new Set(found.places)] };
}
