import { describe, expect, it } from "vitest";
import { LEAD, materialOf, OFFER, SENDER } from "~tests/email";
import { findMissingSubstance } from "./draft-material";

const NOTHING = {
  ...LEAD,
  companyName: null,
  contactName: null,
  companyType: null,
  topics: [],
  salesReason: null,
  offerPackage: null,
};

describe("what the model gets", () => {
  it("are the lead's fields, the sender, the offer and the wishes, and nothing else", () => {
    const material = materialOf({ instructions: "Bitte kurz.", tone: "locker" });
    expect(material).toEqual({
      lead: {
        companyName: "Stadtwerke Kieferntal GmbH",
        domain: "stadtwerke-kieferntal.example",
        website: "https://www.stadtwerke-kieferntal.example/",
        city: "Kieferntal",
        federalState: "Thüringen",
        contactName: "Anna Groß",
        contactTitle: "Leiterin Vertrieb",
        companyType: "Stadtwerk",
        topics: ["Fernwärme", "Ladeinfrastruktur", "Kundenportal"],
        salesReason: LEAD.salesReason,
        offerPackage: "Premium",
      },
      sender: SENDER,
      offer: { sells: OFFER.sells, package: OFFER.packages[1] },
      tone: "locker",
      instructions: "Bitte kurz.",
    });
  });

  it("leaves out what is not known", () => {
    const { lead } = materialOf({ lead: { city: null, topics: [], contactName: null } });
    expect(Object.keys(lead)).not.toEqual(expect.arrayContaining(["city"]));
    expect(lead).not.toHaveProperty("topics");
    expect(lead).not.toHaveProperty("contactName");
  });

  it("keeps the name of a package that the team no longer has, and no package where none fits", () => {
    const gone = materialOf({ lead: { offerPackage: "Gold" } });
    expect(gone.offer.package).toEqual({ name: "Gold", description: "" });
    expect(materialOf({ lead: { offerPackage: null } }).offer.package).toBeNull();
  });
});

describe("a lead to which nothing can be written", () => {
  it("is told apart, with what is missing and what to do", () => {
    const sentence = findMissingSubstance(NOTHING);
    expect(sentence).toContain("stadtwerke-kieferntal.example");
    expect(sentence).toMatch(/es fehlen firmenname.*anreichern.*eintragen/i);
  });

  it("is also one whose name is its domain", () => {
    const named = { ...NOTHING, companyName: "Stadtwerke-Kieferntal.example" };
    expect(findMissingSubstance(named)).not.toBeNull();
  });

  it.each([
    { companyName: "Firma" },
    { companyType: "Stadtwerk" },
    { topics: ["Wärme"] },
    { salesReason: "Baut aus." },
    { contactName: "Anna Groß" },
    { offerPackage: "Basis" },
  ])("is none with %o", (field) => {
    expect(findMissingSubstance({ ...NOTHING, ...field })).toBeNull();
  });
});
