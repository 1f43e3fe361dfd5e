import { z } from "zod";
import { foldWords } from "../world/folded-text";
import { findTrades } from "../world/search-text";
import { createRandom } from "../world/seeded-random";
import { type AnswerForm, choicesOf } from "./answer-form";
import { DescriptionSchema, suggestSearches } from "./searches";

/** `attempt`: the number of earlier answers that did not fit. */
interface Question {
  data: unknown;
  attempt: number;
  form: AnswerForm;
}

function answerer<Data>(
  schema: z.ZodType<Data>,
  answer: (data: Data, question: Question) => object,
): (question: Question) => object {
  return (question) => {
    const parsed = schema.safeParse(question.data);
    return parsed.success ? answer(parsed.data, question) : {};
  };
}

/** For a search that found too little: a wider or rarer name of its trade. */
function suggestSearch({ query }: { query: string }, { attempt }: Question): { query: string } {
  const others = findTrades(query)
    .flatMap(({ terms }) => terms)
    .filter((term) => !foldWords(query).includes(foldWords(term)));
  const choices = [...others, `${query} Unternehmen`, `${query} Betriebe`];
  return { query: choices[attempt % choices.length] ?? query };
}

const CompanySchema = z.object({
  company: z.object({ name: z.string().nullish() }),
  pages: z.array(z.object({ url: z.string(), title: z.string().nullish(), text: z.string() })),
});
type CompanyData = z.infer<typeof CompanySchema>;

const VERDICTS = [
  "Ein Bedarf ist nicht zu erkennen.",
  "Ein Bedarf ist kaum zu erkennen.",
  "Ein Bedarf ist möglich, steht aber nicht ausdrücklich da.",
  "Das passt gut zu dem, was das Team verkauft.",
  "Das passt sehr gut zu dem, was das Team verkauft.",
];
const TOPICS = 3;

/** Assesses a company by its trade. Invented values are the same for the same name. */
function assessCompany({ company, pages }: CompanyData, { attempt, form }: Question): object {
  const name = company.name ?? pages[0]?.title ?? "";
  const text = pages.map((page) => `${page.title ?? ""} ${page.text}`).join(" ");
  const trade = findTrades(name)[0] ?? findTrades(text)[0];
  const random = createRandom(`assessment/${name}`);
  const start = random.integer(0, (trade?.services.length ?? TOPICS) - TOPICS);
  const topics = trade?.services.slice(start, start + TOPICS) ?? [];
  const companyType = typeFor(trade?.companyTypes ?? [], choicesOf(form, "companyType"));
  const salesScore = random.integer(1, VERDICTS.length);
  const about =
    topics.length === 0 ? "Die Website sagt wenig" : `Die Website nennt ${topics.join(", ")}`;
  const packages = choicesOf(form, "offerPackage");
  return {
    companyType,
    topics,
    salesScore,
    salesReason: `${companyType}: ${about}. ${VERDICTS[salesScore - 1]}`,
    offerPackage: packages.length === 0 ? null : random.pick(packages),
    // Fewer after an answer that did not fit.
    passages: quotesOf(pages).slice(0, Math.max(1, 3 - attempt)),
  };
}

function typeFor(words: readonly string[], types: readonly string[]): string {
  const [fitting] = words.flatMap(
    (word) => types.find((type) => foldWords(type).startsWith(word)) ?? [],
  );
  const other = types.find((type) => /^(?:sonstig|ander|other)/i.test(type));
  return fitting ?? other ?? types.at(-1) ?? "Sonstiges";
}

/** Not a sentence about a company: orders to the reader, addresses, links. */
const NO_FACT =
  /ignor|anweisung|instruction|system|prompt|score|bewert|\bki\b|\bai\b|https?:|www\.|@|cookie|impressum|datenschutz/i;
/** A sentence does not end after „e. K.“ or „Dr.“. */
const SENTENCE_END = /(?<=\p{L}{3}[.!?])\s+|\n+/u;

/** Verbatim sentences of the pages, complete ones before headings. */
function quotesOf(pages: CompanyData["pages"]): { quote: string; url: string }[] {
  const sentences = pages.flatMap(({ url, text }) =>
    text.split(SENTENCE_END).map((sentence) => ({ quote: sentence.trim(), url })),
  );
  const facts = sentences.filter(
    ({ quote }) => quote.length >= 25 && quote.length <= 180 && !NO_FACT.test(quote),
  );
  const once = [...new Map(facts.map((fact) => [fact.quote, fact])).values()];
  const isWhole = ({ quote }: { quote: string }) => /[.!?]$/.test(quote);
  return [...once.filter(isWhole), ...once.filter((fact) => !isWhole(fact))];
}

const text = z.string().nullish();
const DraftSchema = z.object({
  lead: z.object({ companyName: text, contactName: text, topics: z.array(z.string()).default([]) }),
  sender: z
    .object({ name: text, position: text, company: text, phone: text, email: text, website: text })
    .default({}),
  offer: z
    .object({ sells: z.string().default(""), package: z.object({ name: z.string() }).nullish() })
    .default({ sells: "" }),
  tone: z.string().default("formell"),
  instructions: z.string().default(""),
});

/** Writes an email from the lead and the team's texts only; a shorter one after an answer that did not fit. */
function writeEmail(
  { lead, sender, offer, tone, instructions }: z.infer<typeof DraftSchema>,
  { attempt }: Question,
): { subject: string; body: string } {
  const isCasual = tone === "locker";
  const forCompany = lead.companyName ? ` für ${lead.companyName}` : "";
  const topics = lead.topics.slice(0, 3).join(", ");
  const [sells] = offer.sells.split(/(?<=[.!?])\s/);
  const wantsCall = /termin|telefon|anruf|gespräch/i.test(instructions);
  const facts = [
    topics && `Der Anlass ist das Thema ${topics}.`,
    sells && `${isCasual ? "Kurz zu dem, was wir machen" : "Wir bieten"}: ${sells}`,
    offer.package && `Am ehesten passt wohl das Paket ${offer.package.name}.`,
  ];
  const end = isCasual
    ? "Klingt das interessant? Ein Satz als Antwort genügt."
    : "Wenn das für Sie von Interesse ist, sende ich Ihnen gern nähere Informationen.";
  const { name, position, company, phone, email, website } = sender;
  const signature = [name, position, company, phone, email, website].filter(Boolean);
  const paragraphs = [
    lead.contactName ? `${isCasual ? "Hallo" : "Guten Tag"} ${lead.contactName},` : "Guten Tag,",
    `ich habe ${isCasual ? "eine Idee" : "einen Vorschlag"}${forCompany} und schreibe Ihnen deshalb.`,
    ...(attempt === 0 ? facts : []),
    wantsCall ? "Wann passt Ihnen ein kurzes Telefonat?" : end,
    [isCasual ? "Viele Grüße" : "Mit freundlichen Grüßen", ...signature].join("\n"),
  ];
  const subject = `${isCasual ? "Eine Idee" : "Ein Vorschlag"}${forCompany}`;
  return { subject: subject.slice(0, 110), body: paragraphs.filter(Boolean).join("\n\n") };
}

const answerers = new Map([
  ["ai_search", answerer(DescriptionSchema, (data, { attempt }) => suggestSearches(data, attempt))],
  ["supplement", answerer(z.object({ query: z.string() }), suggestSearch)],
  ["enrichment", answerer(CompanySchema, assessCompany)],
  ["outreach", answerer(DraftSchema, writeEmail)],
]);

/** An empty object for an unknown kind of question. */
export function answerFor(name: string, question: Question): object {
  return answerers.get(name)?.(question) ?? {};
}
