import { z } from "zod";

const text = z.string().nullish();
const DataSchema = z.object({
  lead: z.object({
    companyName: text,
    city: text,
    contactName: text,
    companyType: text,
    topics: z.array(z.string()).default([]),
  }),
  sender: z
    .object({ name: text, position: text, company: text, phone: text, email: text, website: text })
    .default({}),
  offer: z
    .object({
      sells: z.string().default(""),
      package: z.object({ name: z.string(), description: z.string().default("") }).nullish(),
    })
    .default({ sells: "" }),
  tone: z.string().default("formell"),
  instructions: z.string().default(""),
});
type Data = z.infer<typeof DataSchema>;

/** What a person may wish for, as far as it is understood here. */
interface Wishes {
  isCasual: boolean;
  isFamiliar: boolean;
  isShort: boolean;
  wantsCall: boolean;
  wantsNoPackage: boolean;
  /** What is left, to be said as it stands; empty where nothing is. */
  mention: string;
}

const MOST_WORDS = 160;
const LONGEST_SUBJECT = 110;
const MOST_SELLING_WORDS = 40;
const MOST_MENTIONED_WORDS = 30;
const MOST_HEADLINE_WORDS = 7;

/** Wishes for the manner of the email, which are followed and not said. */
const MANNER =
  /kurz|knapp|kürzer|\bdu\b|duz|siez|paket|angebot|termin|telefon|anruf|gespräch|rückruf|förmlich|formell|locker|freundlich|\bton\b/i;
const MOST_MANNER_WORDS = 5;
const ORDER = /^(?:bitte\s+)?(?:auch\s+)?(?:erwähn\w*|nenn\w*|schreib\w*|sag\w*)\s+/i;

function cutWords(text: string, most: number): string {
  const words = text.trim().split(/\s+/);
  return words.length <= most ? text.trim() : `${words.slice(0, most).join(" ")} …`;
}

function mentionOf(instructions: string): string {
  // „am 4. Dezember“ is no end of a sentence.
  const clauses = instructions.split(/\n|;|(?<!\d)[.!?](?:\s|$)/);
  const said = clauses
    .map((clause) => clause.trim())
    .filter(
      (clause) =>
        clause !== "" && !(MANNER.test(clause) && clause.split(/\s+/).length <= MOST_MANNER_WORDS),
    )
    .map((clause) => clause.replace(ORDER, ""));
  return cutWords(said.join("; "), MOST_MENTIONED_WORDS);
}

function wishesOf({ instructions, tone }: Data): Wishes {
  const isCasual = tone === "locker";
  return {
    isCasual,
    isFamiliar: isCasual && /\bdu\b|duze|per du/i.test(instructions),
    isShort: /\bkurz|knapp|kürzer/i.test(instructions),
    wantsCall: /termin|telefon|anruf|gespräch|rückruf/i.test(instructions),
    wantsNoPackage: /(ohne|kein\w{0,3}) (das )?(paket|angebot)/i.test(instructions),
    mention: mentionOf(instructions),
  };
}

function salutation({ lead, tone }: Data): string {
  const casual = tone === "locker";
  if (lead.contactName) return `${casual ? "Hallo" : "Guten Tag"} ${lead.contactName},`;
  return casual ? "Guten Tag," : "Sehr geehrte Damen und Herren,";
}

/** „Strom, Gas und Wasser“ */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} und ${last}`;
}

function companyOf({ lead: { companyName, city, companyType } }: Data): string {
  if (!companyName) return companyType ?? "";
  return city && !companyName.includes(city) ? `${companyName} in ${city}` : companyName;
}

function reason(data: Data, wishes: Wishes, topics: readonly string[]): string {
  const company = companyOf(data);
  const about = listed(topics.slice(0, 3));
  const you = wishes.isFamiliar ? "euch" : "Ihnen";
  if (wishes.isCasual) {
    const start = company === "" ? "eine Idee" : `eine Idee für ${company}`;
    const first = `ich habe ${start} und schreibe ${you} deshalb einfach einmal.`;
    return about === "" ? first : `${first} Das Stichwort: ${about}.`;
  }
  const fit = company === "" ? "" : ` zu ${company}`;
  const first = `ich schreibe Ihnen, weil unser Angebot${fit} passen könnte.`;
  if (about === "") return first;
  return `${first} Der Anlass ist, dass Sie sich mit ${about} beschäftigen.`;
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.!?])\s/)[0] ?? "";
}

function offered({ offer }: Data, wishes: Wishes): string[] {
  const sells = cutWords(firstSentence(offer.sells), MOST_SELLING_WORDS);
  const paragraphs =
    sells === ""
      ? []
      : [`${wishes.isCasual ? "Kurz zu dem, was wir machen" : "Wir bieten"}: ${sells}`];
  if (!offer.package || wishes.wantsNoPackage || wishes.isShort) return paragraphs;
  const { name, description } = offer.package;
  const meaning = cutWords(firstSentence(description), MOST_SELLING_WORDS).replace(/[.!?]$/, "");
  const named = `${name}${meaning === "" ? "" : ` (${meaning})`}`;
  const fits = wishes.isCasual ? "Ich würde mit dem Paket" : "Am ehesten passt wohl das Paket";
  return [...paragraphs, `${fits} ${named}${wishes.isCasual ? " anfangen" : ""}.`];
}

function mentioned({ mention, isCasual }: Wishes): string[] {
  if (mention === "") return [];
  const start = isCasual ? "Und noch etwas" : "Hinweisen möchte ich außerdem auf Folgendes";
  return [`${start}: ${mention}.`];
}

function request({ isCasual, isFamiliar, wantsCall }: Wishes): string {
  const you = isFamiliar ? "euch" : "Ihnen";
  if (wantsCall) {
    const question = `Wann passt ${you} ein kurzes Telefonat?`;
    return isCasual ? question : `${question} Ich richte mich gern nach Ihrem Kalender.`;
  }
  if (isFamiliar) return "Ist das für euch interessant? Dann antwortet einfach kurz.";
  return isCasual
    ? "Klingt das interessant? Ein Satz als Antwort genügt."
    : "Wenn das für Sie von Interesse ist, sende ich Ihnen gern nähere Informationen.";
}

/** What the team sells, as far as a subject has room for it. */
function headline({ offer }: Data): string {
  const [start = ""] = offer.sells.split(/[,.;:–\n]/);
  const words = start.trim().split(/\s+/);
  return words.length > MOST_HEADLINE_WORDS ? "" : words.join(" ");
}

function subjectOf(data: Data, { isCasual }: Wishes): string {
  const sold = headline(data);
  const company = data.lead.companyName;
  const proposal = `${isCasual ? "eine Idee" : "ein Vorschlag"}${company ? ` für ${company}` : ""}`;
  const subject = sold === "" ? proposal : `${sold}: ${proposal}`;
  const whole = subject.length > LONGEST_SUBJECT ? proposal : subject;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`.slice(0, LONGEST_SUBJECT);
}

function signature({ sender, tone }: Data): string {
  const { name, position, company, phone, email, website } = sender;
  const lines = [name, position, company, phone, email, website].filter(Boolean);
  return [tone === "locker" ? "Viele Grüße" : "Mit freundlichen Grüßen", ...lines].join("\n");
}

/** Writes an email from what is known of a lead, and nothing else. */
export function answerOutreach(
  data: unknown,
  attempt: number,
): { subject: string; body: string } | undefined {
  const parsed = DataSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const wishes = wishesOf(parsed.data);
  // After an answer that did not fit, less is said.
  const topics = attempt > 0 ? [] : parsed.data.lead.topics;
  const paragraphs = (offers: readonly string[]) => [
    salutation(parsed.data),
    reason(parsed.data, wishes, topics),
    ...offers,
    ...mentioned(wishes),
    request(wishes),
    signature(parsed.data),
  ];
  const whole = paragraphs(attempt > 0 ? [] : offered(parsed.data, wishes)).join("\n\n");
  const isLong = whole.split(/\s+/).length > MOST_WORDS;
  return {
    subject: subjectOf(parsed.data, wishes),
    body: isLong ? paragraphs([]).join("\n\n") : whole,
  };
}
