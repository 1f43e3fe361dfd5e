import type { EmailDraft } from "../draft-input";
import { CLAIMS, type Claim } from "./claims";
import type { KnownFacts } from "./known-facts";
import { fold } from "./words";

const FAMILIAR = /(?<!\p{L})(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?)(?!\p{L})/iu;
const WISHES_FAMILIAR = /(?<!\p{L})(?:du|duze\p{L}*|per du|dich|dir)(?!\p{L})/iu;

/** „Du“ in a formal email, unless the person wants it. */
export function checkAddress({ body }: EmailDraft, tone: string, facts: KnownFacts): string[] {
  if (tone !== "formell" || !FAMILIAR.test(body)) return [];
  if (WISHES_FAMILIAR.test(facts.instructions)) return [];
  return ["Der Text duzt, verlangt ist das Sie."];
}

/** Whether the team's texts, the wishes or the notes say the like. */
function isTold({ patterns, evidence }: Claim, told: string, notes: string): boolean {
  return patterns.some((pattern) => told.search(pattern) !== -1) || evidence?.test(notes) === true;
}

/** Claims about the past, customers, plans, prizes or prices for which there is nothing in the data. */
export function checkClaims({ subject, body }: EmailDraft, facts: KnownFacts): string[] {
  const text = fold(`${subject}\n${body}`);
  const told = fold(facts.told);
  // What the team sells may be „Telefonate“; it is the notes and the wishes that tell of some.
  const notes = fold(facts.wishesAndNotes);
  const all = fold(facts.all);
  return CLAIMS.flatMap((claim) => {
    const found = claim.patterns
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .find(({ groups }) => groups?.topic === undefined || !all.includes(groups.topic));
    if (found === undefined || isTold(claim, told, notes)) return [];
    return [`„${found[0].trim()}“ behauptet ${claim.what}, wovon nichts bekannt ist.`];
  });
}
