import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** A phone number three ways: as it is stored, as people read it, as a link dials it. */
interface PhoneNumber {
  /** E.164, e.g. „+493023125101“; the text as it came where it is no number or has an extension. */
  stored: string;
  /** DIN 5008 with non-breaking spaces, e.g. „030 23125101“; numbers abroad with their country code. */
  display: string;
  /** `tel:` address, null where it is no number. */
  href: string | null;
}

/** @param text a number as a provider or a person wrote it; without a country code it is read as German */
export function parsePhoneNumber(text: string): PhoneNumber {
  const cleaned = text.replace(/\s+/g, " ").trim();
  const number = parsePhoneNumberFromString(cleaned, "DE");
  if (number === undefined || !number.isPossible()) {
    return { stored: cleaned, display: cleaned, href: null };
  }
  const written =
    number.country === "DE" || number.countryCallingCode === "49"
      ? number.formatNational()
      : number.formatInternational();
  return {
    // E.164 has no extension; the text it came in has, and is read to the same number again.
    stored: number.ext === undefined ? number.number : cleaned,
    display: written.replace(/[/()]/g, "").replace(/ +/g, "\u00a0"),
    href: `tel:${number.number}`,
  };
}
