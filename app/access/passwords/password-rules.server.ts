const MIN_LENGTH = 12;
const MAX_LENGTH = 128;
/** zxcvbn's score, 0 to 4; lower ones fall to the first guesses. */
const MIN_SCORE = 2;
/** Scoring longer passwords would block the event loop. */
const SCORED_LENGTH = 64;
const PRODUCT_WORDS = [
  "leadspeicher",
  "lead",
  "leads",
  "speicher",
  "stadtwerke",
  "administrator",
  "admin",
  "passwort",
  "kennwort",
];

type Scorer = (password: string, words: string[]) => number;

let scorer: Promise<Scorer> | undefined;

/** The word lists take 10 MB, so they load on first use. */
async function loadScorer(): Promise<Scorer> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, words) => zxcvbn.check(password, words).score;
}

/** @returns a German sentence; null for a good password */
export async function passwordFault(password: string, userName: string): Promise<string | null> {
  const characters = [...password.normalize("NFC")];
  const { length } = characters;
  if (length < MIN_LENGTH) return `Das Passwort braucht mindestens ${MIN_LENGTH} Zeichen.`;
  if (length > MAX_LENGTH) return `Das Passwort hat höchstens ${MAX_LENGTH} Zeichen.`;
  if (password.trim() === "") return "Das Passwort braucht mehr als Leerzeichen.";
  scorer ??= loadScorer();
  const score = (await scorer)(characters.slice(0, SCORED_LENGTH).join(""), [
    ...PRODUCT_WORDS,
    userName,
    ...userName.split(/[ ._-]+/).filter((part) => part !== ""),
  ]);
  if (score >= MIN_SCORE) return null;
  return "Dieses Passwort ist zu leicht zu erraten. Besser: mehrere Wörter, die nicht zusammengehören.";
}
