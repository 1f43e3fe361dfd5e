import { describe, expect, it } from "vitest";
import { LEAD, materialOf, OFFER, SENDER } from "~tests/email";
import { parseImprint } from "../leads/lead-schema";
import { findMissingSubstance, withManager } from "./draft-material";

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

  it("keeps the name of a package that the team no longer has, and no package where none fits", () => {
    const gone = materialOf({ lead: { offerPackage: "Gold" } });
    expect(gone.offer.package).toEqual({ name: "Gold", description: "" });
    expect(materialOf({ lead: { offerPackage: null } }).offer.package).toBeNull();
  });
});

it.each([
  ["who leads it, as the Impressum says", null, ["Madita Wilk", "Timo Rau"], "Madita Wilk"],
  ["its contact first", "Anna Groß", ["Madita Wilk"], "Anna Groß"],
  ["nobody where neither is known", null, [], null],
])("greets %s", (_, contactName, management, greeted) => {
  const imprint = { ...parseImprint(null), management };
  const lead = withManager({ contactName, contactTitle: null, imprint });
  expect(lead.contactName).toBe(greeted);
  expect(lead.contactTitle).toBe(greeted === "Madita Wilk" ? "Geschäftsführung" : null);
});

describe("a lead to which nothing can be written", () => {
  it("is also one whose name is its domain", () => {
    const named = { ...NOTHING, companyName: "Stadtwerke-Kieferntal.example" };
    expect(findMissingSubstance(named)).not.toBeNull();
  });
});
