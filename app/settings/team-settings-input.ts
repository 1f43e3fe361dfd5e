import { z } from "zod";
import { findPhoneNumbers } from "~db/phone-number";
import { domainKey } from "../reading/companies/domain-key.server";
import {
  MAX_PACKAGE_NAME,
  MAX_PACKAGE_TEXT,
  MAX_PACKAGES,
  MAX_SELLS,
  MAX_SENDER_TEXT,
} from "./team-settings";

/** Browsers send CR LF; SQLite cannot store half a surrogate pair. */
function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

const tooLong = (max: number) => `Höchstens ${max.toLocaleString("de-DE")} Zeichen.`;

const text = (max: number) => z.string().overwrite(plainText).max(max, tooLong(max));

const line = (max: number) =>
  z
    .string()
    .overwrite((typed) => plainText(typed.replace(/[\s\p{Cc}]+/gu, " ")))
    .max(max, tooLong(max));

const EmailSchema = z.email({ pattern: z.regexes.unicodeEmail });

const emailOrNothing = line(MAX_SENDER_TEXT).refine(
  (typed) => typed === "" || EmailSchema.safeParse(typed).success,
  "Eine Mailadresse wie name@firma.de eingeben.",
);

const phoneOrNothing = line(MAX_SENDER_TEXT).refine(
  (typed) => typed === "" || findPhoneNumbers(typed).length > 0,
  "Eine Telefonnummer wie 030 1234567 eingeben.",
);

/** Email addresses and scripts also contain a domain. */
const NO_WEBSITE = /[\s@]|^(?!https?:)[a-z]+:(?!\d)/i;

const websiteOrNothing = line(MAX_SENDER_TEXT).refine(
  (typed) => typed === "" || (!NO_WEBSITE.test(typed) && domainKey(typed).kind !== "none"),
  "Eine Adresse wie www.firma.de eingeben.",
);

const PackageSchema = z.object({
  name: line(MAX_PACKAGE_NAME).min(1, "Einen Namen eingeben."),
  description: text(MAX_PACKAGE_TEXT),
});

/** A model names a package by its name alone. */
function refuseTwins(packages: readonly { name: string }[], context: z.RefinementCtx): void {
  const names = packages.map(({ name }) => name.toLowerCase());
  names.forEach((name, index) => {
    if (name === "" || names.indexOf(name) === index) return;
    const message = "Diesen Namen hat schon ein anderes Paket.";
    context.addIssue({ code: "custom", path: [index, "name"], message });
  });
}

export const TeamTextsSchema = z.object({
  offer: z.object({
    sells: text(MAX_SELLS).min(1, "Beschreiben, was das Team verkauft."),
    packages: z
      .array(PackageSchema)
      .min(1, "Mindestens ein Paket anlegen.")
      .max(MAX_PACKAGES, `Höchstens ${MAX_PACKAGES} Pakete.`)
      .superRefine(refuseTwins),
  }),
  sender: z.object({
    name: line(MAX_SENDER_TEXT),
    position: line(MAX_SENDER_TEXT),
    company: line(MAX_SENDER_TEXT),
    email: emailOrNothing,
    phone: phoneOrNothing,
    website: websiteOrNothing,
  }),
});

export type TeamTexts = z.infer<typeof TeamTextsSchema>;
