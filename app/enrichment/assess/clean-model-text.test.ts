import { describe, expect, it } from "vitest";
import { cleanModelText } from "./clean-model-text.server";

const OWN = { domain: "a.de", emails: ["info@a.de"], phone: "+4922112345678" };

describe("in a text of the model", () => {
  it.each([
    "Passt gut, Konto DE89 3704 0044 0532 0130 00 nutzen",
    "Passt gut, Konto 1234567890 nutzen",
  ])("an account number goes: %s", (text) => {
    const cleaned = cleanModelText(text, OWN);
    expect(cleaned).toEqual({ text: "Passt gut, Konto nutzen", wasCleaned: true });
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
