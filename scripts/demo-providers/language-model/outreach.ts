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
  isFamiliar: boolean;
  isShort: boolean;
  wantsCall: boolean;
  wantsNoPackage: boolean;
}

const MOST_WORDS = 160;
const LONGEST_SUBJECT = 110;
const MOST_SELLING_WORDS = 40;

function wishesOf({ instructions, tone }: Data): Wishes {
  return {
    isFamiliar: tone === "locker" && /\bdu\b|duze|per du/i.test(instructions),
    isShort: /\bkurz|knapp|kürzer/i.test(instructions),
    wantsCall: /termin|telefon|anruf|gespräch|rückruf/i.test(instructions),
    wantsNoPackage: /(ohne|kein\w{0,3}) (das )?(paket|angebot)/i.test(instructions),
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

function reason(data: Data, { isFamiliar }: Wishes, topics: readonly string[]): string {
  const company = companyOf(data);
  const fit = company === "" ? "" : ` zu ${company}`;
  const first = `ich schreibe ${isFamiliar ? "euch" : "Ihnen"}, weil unser Angebot${fit} passen könnte.`;
  if (topics.length === 0) return first;
  const concern = isFamiliar ? "ihr euch mit" : "Sie sich mit";
  return `${first} Der Anlass ist, dass ${concern} ${listed(topics.slice(0, 3))} ${isFamiliar ? "beschäftigt" : "beschäftigen"}.`;
}

function cutWords(sentence: string): string {
  const words = sentence.trim().split(/\s+/);
  return words.length <= MOST_SELLING_WORDS
    ? sentence.trim()
    : `${words.slice(0, MOST_SELLING_WORDS).join(" ")} …`;
}

function offered({ offer }: Data, wishes: Wishes): string[] {
  const sells = offer.sells.split(/(?<=[.!?])\s/)[0] ?? "";
  const paragraphs = sells === "" ? [] : [`Wir bieten: ${cutWords(sells)}`];
  if (!offer.package || wishes.wantsNoPackage || wishes.isShort) return paragraphs;
  const { name, description } = offer.package;
  return [
    ...paragraphs,
    `Am ehesten passt wohl das Paket ${name}.${description ? ` ${cutWords(description)}` : ""}`,
  ];
}

function request({ isFamiliar, wantsCall }: Wishes): string {
  if (wantsCall)
    return isFamiliar
      ? "Wann passt euch ein kurzes Telefonat?"
      : "Wann passt Ihnen ein kurzes Telefonat?";
  return isFamiliar
    ? "Ist das für euch interessant?"
    : "Ist das für Sie interessant? Dann genügt eine kurze Antwort.";
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
  const { lead } = parsed.data;
  // After an answer that did not fit, less is said.
  const topics = attempt > 0 ? [] : lead.topics;
  const [topic] = topics;
  const subject = topic ? `Unser Angebot zum Thema ${topic}` : "Eine kurze Anfrage";
  const paragraphs = (offers: readonly string[]) => [
    salutation(parsed.data),
    reason(parsed.data, wishes, topics),
    ...offers,
    request(wishes),
    signature(parsed.data),
  ];
  const whole = paragraphs(attempt > 0 ? [] : offered(parsed.data, wishes)).join("\n\n");
  const isLong = whole.split(/\s+/).length > MOST_WORDS;
  return {
    subject: subject.slice(0, LONGEST_SUBJECT),
    body: isLong ? paragraphs([]).join("\n\n") : whole,
  };
}
