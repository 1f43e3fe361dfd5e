import { describe, expect, it } from "vitest";
import { FOREIGN_ADDRESSES } from "~tests/http/foreign-addresses";
import { emailText, phoneText } from "./list/lead-view.server";
import { parsePhoneNumber } from "./phone-number.server";

/** Written with plain spaces here; pages show non-breaking ones. */
const spaced = (text: string) => text.replaceAll(" ", "\u00a0");

describe("parsePhoneNumber", () => {
  it.each([
    "030 23125101",
    "030/23125101",
    "(030) 23 12 51 01",
    "+49 30 23125101",
    "+49 (0)30 / 231 25-101",
    "0049 30 23125101",
    "Tel. 030 23125101",
    " 030\u00a023125101\n",
    "+493023125101",
  ])("keeps %j as one number", (text) => {
    expect(parsePhoneNumber(text)).toEqual({
      stored: "+493023125101",
      display: spaced("030 23125101"),
      href: "tel:+493023125101",
    });
  });

  it.each([
    ["0151 23456789", "+4915123456789", "01512 3456789"],
    ["089/12345", "+498912345", "089 12345"],
    ["0800 1234567", "+498001234567", "0800 1234567"],
    ["030 2312510-12", "+4930231251012", "030 231251012"],
    ["+43 1 5880439", "+4315880439", "+43 1 5880439"],
    ["+41 44 668 18 00", "+41446681800", "+41 44 668 18 00"],
    ["+1 212-555-0100", "+12125550100", "+1 212 555 0100"],
  ])("reads %s as %s and shows %s", (text, stored, display) => {
    expect(parsePhoneNumber(text)).toEqual({
      stored,
      display: spaced(display),
      href: `tel:${stored}`,
    });
  });

  it("loses no extension", () => {
    const number = parsePhoneNumber("+49 30 23125101 ext. 5");
    expect(number.display).toBe(spaced("030 23125101 ext. 5"));
    expect(number.href).toBe("tel:+493023125101");
    expect(parsePhoneNumber(number.stored)).toEqual(number);
  });

  it.each([
    "",
    "siehe Website",
    "110",
    "030",
    "+",
    "+49",
    "089 123456; 089 654321",
    "1".repeat(60),
    "+999 123456",
    "javascript:alert(1)",
  ])("keeps %j as it came and makes no link of it", (text) => {
    expect(parsePhoneNumber(text)).toEqual({ stored: text, display: text, href: null });
  });

  it("reads what it stored to the same number again", () => {
    for (const text of ["030/23125101", "0151 23456789", "+43 1 5880439", "Zentrale"]) {
      const number = parsePhoneNumber(text);
      expect(parsePhoneNumber(number.stored)).toEqual(number);
    }
  });
});

describe("phoneText", () => {
  it("has what people read and what a link dials", () => {
    expect(phoneText("+493023125101")).toEqual({
      display: spaced("030 23125101"),
      href: "tel:+493023125101",
    });
    expect(phoneText(null)).toBeNull();
  });

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
  it("shows umlauts and links the stored form", () => {
    expect(emailText("info@xn--mller-kva.de")).toEqual({
      display: "info@müller.de",
      href: "mailto:info@xn--mller-kva.de",
    });
    expect(emailText(null)).toBeNull();
  });

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
    expect(emailText(email)?.href).toBeNull();
  });
});
