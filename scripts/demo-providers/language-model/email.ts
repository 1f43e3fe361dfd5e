import { z } from "zod";

const text = z.string().nullish();
const DataSchema = z.object({
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

/** Wishes for the manner of the email, which are followed and not said. */
const MANNER = /kurz|knapp|\bdu\b|paket|termin|telefon|anruf|gespräch|formell|locker|freundlich/i;
const CALL = /termin|telefon|anruf|gespräch/i;
const MOST_WORDS = 30;

function firstSentence(said: string): string {
  const words = (said.split(/(?<=[.!?])\s/)[0] ?? "").trim().split(/\s+/);
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS).join(" ")} …` : words.join(" ");
}

/** Writes an email from what is known of a lead, and nothing else; less after an answer that did not fit. */
export function writeEmail(
  data: unknown,
  attempt: number,
): { subject: string; body: string } | undefined {
  const parsed = DataSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const { lead, sender, offer, tone, instructions } = parsed.data;
  const isCasual = tone === "locker";
  const forCompany = lead.companyName ? ` für ${lead.companyName}` : "";
  const topics = lead.topics.slice(0, 3).join(", ");
  const sells = firstSentence(offer.sells);
  const wish = MANNER.test(instructions) ? "" : firstSentence(instructions).replace(/[.!?]$/, "");
  const end = isCasual
    ? "Klingt das interessant? Ein Satz als Antwort genügt."
    : "Wenn das für Sie von Interesse ist, sende ich Ihnen gern nähere Informationen.";
  const { name, position, company, phone, email, website } = sender;
  const signature = [name, position, company, phone, email, website].filter(Boolean);
  const paragraphs = [
    lead.contactName ? `${isCasual ? "Hallo" : "Guten Tag"} ${lead.contactName},` : "Guten Tag,",
    `ich habe ${isCasual ? "eine Idee" : "einen Vorschlag"}${forCompany} und schreibe Ihnen deshalb.`,
    attempt === 0 && topics && `Der Anlass ist das Thema ${topics}.`,
    attempt === 0 &&
      sells &&
      `${isCasual ? "Kurz zu dem, was wir machen" : "Wir bieten"}: ${sells}`,
    attempt === 0 && offer.package && `Am ehesten passt wohl das Paket ${offer.package.name}.`,
    wish && `Hinweisen möchte ich außerdem auf Folgendes: ${wish}.`,
    CALL.test(instructions) ? "Wann passt Ihnen ein kurzes Telefonat?" : end,
    [isCasual ? "Viele Grüße" : "Mit freundlichen Grüßen", ...signature].join("\n"),
  ];
  const subject = `${isCasual ? "Eine Idee" : "Ein Vorschlag"}${forCompany}`;
  return { subject: subject.slice(0, 110), body: paragraphs.filter(Boolean).join("\n\n") };
}
