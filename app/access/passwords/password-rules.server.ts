const MIN_LENGTH = 12;
const MAX_LENGTH = 128;
/** 0 to 4; weaker passwords fall to the first guesses. */
const MIN_SCORE = 2;
/** Longer passwords would block the event loop. */
const JUDGED_LENGTH = 64;
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

type Judge = (password: string, words: string[]) => number;

let judge: Promise<Judge> | undefined;

/** The word lists take 10 MB, so they load on first use. */
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, words) => zxcvbn.check(password, words).score;
}

/** @returns a German sentence; null for a good password */
export async function passwordFault(password: string, userName: string): Promise<string | null> {
  const signs = [...password.normalize("NFC")];
  const { length } = signs;
  if (length < MIN_LENGTH) return `Das Passwort braucht mindestens ${MIN_LENGTH} Zeichen.`;
  if (length > MAX_LENGTH) return `Das Passwort hat höchstens ${MAX_LENGTH} Zeichen.`;
  if (password.trim() === "") return "Das Passwort braucht mehr als Leerzeichen.";
  judge ??= loadJudge();
  const score = (await judge)(signs.slice(0, JUDGED_LENGTH).join(""), [
    ...PRODUCT_WORDS,
    userName,
    ...userName.split(/[ ._-]+/).filter((part) => part !== ""),
  ]);
  if (score >= MIN_SCORE) return null;
  return "Dieses Passwort ist zu leicht zu erraten. Besser: mehrere Wörter, die nicht zusammengehören.";
}
