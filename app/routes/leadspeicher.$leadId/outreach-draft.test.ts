import { expect, it } from "vitest";
import { mailtoLink } from "./outreach-draft";

it.each<[string, [string | null, string, string], string]>([
  [
    "umlauts in UTF-8 and line ends as CR LF",
    ["info@firma.example", "Fernwärme für Sie", "Guten Tag,\n\nGrüße\r\nJonas"],
    "mailto:info@firma.example?subject=Fernw%C3%A4rme%20f%C3%BCr%20Sie&body=Guten%20Tag%2C%0D%0A%0D%0AGr%C3%BC%C3%9Fe%0D%0AJonas",
  ],
  ["no recipient", [null, "A", "B"], "mailto:?subject=A&body=B"],
  [
    "signs that mean something in an address",
    [null, "100% & mehr? #1 + 2 = 3", "a&bcc=x@y.example?z"],
    "mailto:?subject=100%25%20%26%20mehr%3F%20%231%20%2B%202%20%3D%203&body=a%26bcc%3Dx%40y.example%3Fz",
  ],
  [
    "an address that would smuggle in a header",
    ["a@b.example?bcc=x@y.example,c@d.example", "A", "B"],
    "mailto:a@b.example%3Fbcc%3Dx@y.example%2Cc@d.example?subject=A&body=B",
  ],
  ["a subject of two lines", [null, "A\r\nBcc: x", "B"], "mailto:?subject=A%20Bcc%3A%20x&body=B"],
  ["an emoji", [null, "👍", ""], "mailto:?subject=%F0%9F%91%8D&body="],
  ["half a character", [null, "a\ud83d", "b"], "mailto:?subject=a%EF%BF%BD&body=b"],
])("writes %s", (_, [to, subject, body], link) => {
  expect(mailtoLink(to, subject, body)).toBe(link);
});

it("gives back what went in", () => {
  const body = "Zeile „eins“ – 50 % & mehr\nZeile zwei";
  const query = new URL(mailtoLink("ä@firma.example", "Ölwärme?", body)).searchParams;
  expect(query.get("subject")).toBe("Ölwärme?");
  expect(query.get("body")).toBe(body.replace("\n", "\r\n"));
});
