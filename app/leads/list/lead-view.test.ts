import { describe, expect, it } from "vitest";
import { dialTarget, findPhoneNumbers, parsePhoneNumber } from "~db/phone-number";
import { FOREIGN_ADDRESSES } from "~tests/http/foreign-addresses";
import { emailText, phoneText } from "./lead-view.server";

/** Plain spaces stand for the non-breaking ones on pages. The accuracy table tests reading numbers from texts. */
const spaced = (text: string) => text.replaceAll(" ", "\u00a0");

describe("findPhoneNumbers", () => {
  it.each([
    ["030/23125101", "+493023125101", "+493023125101", "030 23125101"],
    ["0561/7070-0", "+49 561 7070-0", "+4956170700", "0561 7070-0"],
    ["+43 (1) 51234 - 0", "+43 1 51234-0", "+431512340", "+43 1 51234-0"],
    ["+41 44 668 18 00", "+41446681800", "+41446681800", "+41 44 668 18 00"],
  ])("stores %s as %s and reads that to the same number again", (text, stored, e164, display) => {
    const [number] = findPhoneNumbers(text);
    expect(number).toEqual({ stored, e164, display: spaced(display) });
    expect(dialTarget(spaced(display))).toBe(e164);
    expect(parsePhoneNumber(stored)).toEqual(number);
  });
});

describe("parsePhoneNumber", () => {
  it.each(["", "siehe Website", "110", "+999 123456", "javascript:alert(1)", "089 123456"])(
    "keeps %j as it is and makes no link of it",
    (text) => {
      expect(parsePhoneNumber(text)).toEqual({ stored: text, e164: null, display: text });
    },
  );
});
describe("phoneText", () => {
  it.each([
    ...FOREIGN_ADDRESSES,
    "tel:+49-30-23125101;ext=5",
    "tel:030;phone-context=evil.example",
    "0800 FLOWERS",
    "+49 30 23125101;isub=1",
    "+49 30 23125101,,9#",
    "*#06#",
    "+49 30 23125101?x=1",
    '+49 30 23125101"onclick=1',
  ])("dials nothing but digits for %j", (text) => {
    expect(phoneText(text)?.href ?? "tel:+0").toMatch(/^tel:\+\d{1,15}$/);
  });
});

describe("emailText", () => {
  it.each([
    "info@firma.de?bcc=x@y.de",
    "a&b@firma.de",
    "a%0ab@firma.de",
    "a b@firma.de",
    "firma.de",
    "@firma.de",
    "a@firma.de,b@firma.de",
    "a,b@firma.de",
    "a@firma.de;b",
    "Anna <a@firma.de>",
    "a@firma.de/?bcc=b",
    "a@firma.de\u0000",
    "\u202ea@firma.de",
    ...FOREIGN_ADDRESSES.filter((address) => address !== ""),
  ])("makes no link of %j", (email) => {
    expect(emailText(email, null)?.href).toBeNull();
  });

  it.each([
    ["info@firma.de", "firma.de", undefined],
    ["info@mail.firma.de", "firma.de", undefined],
    ["info@xn--mller-kva.de", "müller.de", undefined],
    ["info@firma.de", null, undefined],
    ["info@konzern.de", "firma.de", "andere Domain"],
    ["info@gmx.de", "firma.de", "andere Domain"],
    ["info@nichtfirma.de", "firma.de", "andere Domain"],
  ])("marks %s of %s: %s", (email, domain, mark) => {
    expect(emailText(email, domain)?.mark).toBe(mark);
  });
});
