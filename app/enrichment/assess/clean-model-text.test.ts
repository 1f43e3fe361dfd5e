import { describe, expect, it } from "vitest";
import { cleanModelText } from "./clean-model-text.server";

const OWN = { domain: "a.de", emails: ["info@a.de"], phone: "+4922112345678" };

describe("in a text of the model", () => {
  it.each([
    ["a link", "Passt gut, siehe https://boese.de/kaufen?x=1 bitte", /boese|https/],
    ["a link without scheme", "Passt gut, siehe www.boese.de/kaufen bitte", /boese/],
    ["another company's domain", "Passt besser als mueller-bau.de im Ort", /mueller-bau/],
    ["an address", "Passt gut, an x@boese.de schreiben", /boese|@/],
    ["an address in brackets", "Passt gut (x@boese.de)", /boese|@/],
    ["a telephone number", "Passt gut, Tel. 0221 / 98 76 54 anrufen", /98/],
    ["a telephone number abroad", "Passt gut, +1 (555) 010-9999 anrufen", /555/],
    ["an account number", "Passt gut, Konto DE89 3704 0044 0532 0130 00 nutzen", /DE89|0532/],
    ["digits of an account", "Passt gut, Konto 1234567890 nutzen", /1234567890/],
    ["an account's name", "Passt gut, folgt @boese_firma auf", /@|boese/],
    ["a link in Markdown", "Passt [sehr gut](https://boese.de) zum Angebot", /boese|\[|\]/],
    ["a picture in Markdown", "Passt ![x](https://boese.de/p.png) gut", /boese|!/],
    ["a hidden sign in a link", "Passt gut, https://bo\u200bese.de bitte", /bo.?ese/],
  ])("%s goes", (_name, text, gone) => {
    const cleaned = cleanModelText(text, OWN);
    expect(cleaned.text).not.toMatch(gone);
    expect(cleaned.text).toMatch(/^Passt/);
    expect(cleaned.wasCleaned).toBe(true);
  });

  it.each([
    "Versorgt 1.200.000 Kunden und passt gut.",
    "Rund 30 000 Haushalte, gegründet 1998, Umsatz 12,5 Mio. Euro.",
    "Von 2019–2024 stark gewachsen, seit 2019/20 mit Ökostrom.",
    "Am 20.11.2026 wurde das Netz erweitert.",
    "Der Versorger (z. B. Strom, Gas u.a.) passt zum Paket Standard.",
    "Telefonisch erreichbar unter 0221 12345678.",
    "Telefonisch erreichbar unter +49 (0)221 12345678.",
    "Kontakt über info@a.de möglich.",
    "Die Website a.de zeigt viele Leistungen.",
    "Mehr auf https://www.a.de/strom zu lesen.",
  ])("stays: %s", (text) => {
    expect(cleanModelText(text, OWN)).toEqual({ text, wasCleaned: false });
  });

  it("has no markup", () => {
    const { text } = cleanModelText("<b>Passt</b> **sehr** `gut` <script>x</script> # ja", OWN);
    expect(text).toBe("Passt sehr gut x ja");
  });
});
