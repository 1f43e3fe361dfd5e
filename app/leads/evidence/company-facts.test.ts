import { parse } from "parse5";
import { describe, expect, test } from "vitest";
import { FakeSites } from "~tests/reading";
import type { SitePage } from "../../providers/website/company-site";
import { keepSites } from "../../providers/website/kept-sites.server";
import { SiteError } from "../../providers/website/site-error";
import { readImprintTree } from "../../reading/imprint/read-imprint";
import { factsOf, NO_IMPRINT, readCompanyFacts } from "./company-facts.server";

const LEAD = {
  domain: "mueller-elektro.de",
  companyName: "Müller Elektro",
  website: "https://www.mueller-elektro.de/",
};
const BARE = { ...LEAD, companyName: null, website: null };
const { signal } = new AbortController();

function page(kind: SitePage["kind"], text: string, host = "www.mueller-elektro.de"): SitePage {
  const url = `https://${host}/${kind}`;
  const html = text.replaceAll("&", "&amp;").replaceAll("\n", "<br>");
  return { url, kind, title: kind, text, imprint: readImprintTree(parse(html), url) };
}

const IMPRESSUM = page(
  "impressum",
  `Impressum
Müller Elektro GmbH
Gasse 1
50667 Köln
Geschäftsführer: Jan Müller
E-Mail: jan.mueller@mueller-elektro.de
Handelsregister: Amtsgericht Köln, HRB 23451
USt-IdNr.: DE 136 695 976`,
);
const CONTACT = page(
  "contact",
  "Kontakt\nMüller Elektro GmbH\nWeg 9\n20095 Hamburg\nTelefon: 0221 / 471 01 23\ninfo@mueller-elektro.de",
);

function said(
  pages: SitePage[],
  options?: { personalEmail: boolean },
  lead: Parameters<typeof factsOf>[1] = LEAD,
) {
  const { facts } = factsOf({ pages }, lead, options);
  return Object.fromEntries(facts.map(({ field, value }) => [field, value]));
}

describe("what the pages of a website say", () => {
  test("is one company: the Impressum first, an address from one page", () => {
    expect(said([CONTACT, IMPRESSUM])).toEqual({
      legalName: "Müller Elektro GmbH",
      companyName: "Müller Elektro GmbH",
      legalForm: "GmbH",
      street: "Gasse 1",
      postalCode: "50667",
      city: "Köln",
      phone: "+492214710123",
      email: "info@mueller-elektro.de",
      management: ["Jan Müller"],
      registerCourt: "Köln",
      registerNumber: "HRB 23451",
      vatId: "DE136695976",
    });
  });

  test("names page and line of each value", () => {
    const facts = factsOf({ pages: [IMPRESSUM, CONTACT] }, LEAD).facts ?? [];
    const of = (name: string) => facts.find(({ field }) => field === name);
    expect(of("vatId")).toMatchObject({ url: IMPRESSUM.url, quote: "USt-IdNr.: DE 136 695 976" });
    expect(of("phone")).toMatchObject({ url: CONTACT.url, quote: "Telefon: 0221 / 471 01 23" });
  });

  test("gives a person's address only where that is wanted, and no general one is there", () => {
    const personal = "jan.mueller@mueller-elektro.de";
    expect(said([IMPRESSUM])).not.toHaveProperty("email");
    expect(said([IMPRESSUM], { personalEmail: true })).toMatchObject({ email: personal });
    const email = "info@mueller-elektro.de";
    expect(said([IMPRESSUM, CONTACT], { personalEmail: true })).toMatchObject({ email });
  });

  test.each([
    [
      "Angaben gemäß § 5 TMG: Müller Elektrotechnik UG (haftungsbeschränkt)\nGasse 1\n50667 Köln",
      "Müller Elektrotechnik UG (haftungsbeschränkt)",
    ],
    // Excludes a name without a legal form, and another company's.
    ["Impressum\nJan Müller\nGasse 1\n50667 Köln", undefined],
    ["Impressum\nWebdesign: Pixelwerk GmbH", undefined],
  ])("in %j, names the company", (text, name) => {
    expect(said([page("impressum", text)])?.companyName).toBe(name);
    expect(said([page("home", text)])?.companyName).toBeUndefined();
  });

  test.each<[SitePage["kind"], string, string | undefined]>([
    ["impressum", "Beispiel Bau GmbH", "Beispiel Bau GmbH"],
    // Only if it is similar to the domain.
    ["contact", "Beispiel Bau GmbH", undefined],
    ["home", "Müller Elektro", "Müller Elektro"],
  ])("names whoever has no name yet: %s, %s", (kind, name, companyName) => {
    const text = `Impressum\n${name}\nGasse 1\n50667 Köln\nTelefon: 0221 / 471 01 23`;
    expect(said([page(kind, text)], undefined, BARE).companyName).toBe(companyName);
  });

  test("is an address for whoever has none, and says as which page", () => {
    const home = page("home", "Willkommen");
    const { facts } = factsOf({ pages: [home, IMPRESSUM, CONTACT] }, BARE);
    expect(facts.map(({ field, source }) => `${field} ${source}`)).toEqual(
      expect.arrayContaining(["website home", "vatId imprint", "phone contact"]),
    );
    expect(said([home, IMPRESSUM], undefined, BARE).website).toBe(home.url);
    expect(said([home, IMPRESSUM])).not.toHaveProperty("website");
    const moved = page("home", "Willkommen", "gruppe.de");
    expect(said([moved], undefined, BARE)).toEqual({});
  });

  test("takes nobody for the management who stands on the contact page", () => {
    const contact = page("contact", "Kontakt\nLeitung: Erika Muster\nTel. 0221 / 471 01 23");
    expect(contact.imprint?.management).toEqual(["Erika Muster"]);
    expect(said([contact])).not.toHaveProperty("management");
  });

  test("may stand where robots.txt lets nobody look", () => {
    const imprintProblem = "Das Impressum darf laut robots.txt nicht gelesen werden.";
    const { problem } = factsOf({ pages: [], imprintProblem }, LEAD);
    expect(problem).toBe(imprintProblem);
  });

  test("is nothing at another company's domain, unless its name holds the known one", () => {
    const holding = page("impressum", "Impressum\nBayerische Energie Holding AG", "bye.de");
    const lead = { ...LEAD, domain: "abc.de", companyName: "Bayerische Energie" };
    expect(said([holding], undefined, lead)).toMatchObject({
      companyName: "Bayerische Energie Holding AG",
    });
    expect(factsOf({ pages: [holding] }, LEAD)).toEqual({
      facts: [],
      problem: "Das Impressum der Website nennt eine andere Firma.",
    });
  });
});

describe("a website that is kept", () => {
  const home: SitePage = { url: "https://a.de/", kind: "home", title: "", text: "Start" };

  test("is fetched once for both readings, whichever comes first", async () => {
    const fake = new FakeSites({ "a.de": [home], "b.de": [home] });
    const sites = keepSites(fake);
    const lead = { ...LEAD, domain: "a.de", website: "https://www.a.de/" };
    expect(await readCompanyFacts(sites, lead, signal)).toEqual({
      facts: [],
      problem: NO_IMPRINT,
    });
    await readCompanyFacts(sites, { ...lead, website: null }, signal);
    expect(fake.read).toEqual([{ isBrief: true }]);
    await sites.readSite("a.de", signal);
    expect(fake.read).toEqual([{ isBrief: true }, { isBrief: false, before: { pages: [home] } }]);
    await sites.readSite("b.de", signal);
    await readCompanyFacts(sites, { ...lead, domain: "b.de", website: null }, signal);
    expect(fake.read).toHaveLength(3);
    // A full reading never uses kept pages.
    await sites.readSite("b.de", signal);
    expect(fake.read).toHaveLength(4);
  });

  test("says once again why it could not be read, and is tried anew after that", async () => {
    const fake = new FakeSites({ "a.de": SiteError.because("robots") });
    const sites = keepSites(fake);
    const problem = "Die Website erlaubt das Auslesen nicht (robots.txt).";
    const lead = { ...LEAD, domain: "a.de" };
    expect(await readCompanyFacts(sites, lead, signal)).toEqual({ facts: [], problem });
    await expect(sites.readSite("a.de", signal)).rejects.toThrow(problem);
    expect(fake.read).toHaveLength(1);
    await expect(sites.readSite("a.de", signal)).rejects.toThrow(problem);
    expect(fake.read).toHaveLength(2);
  });
});
