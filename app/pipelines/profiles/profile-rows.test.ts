import { domainToASCII } from "node:url";
import { describe, expect, it } from "vitest";
import { parseTable } from "../../reading/tables/parse-table.server";
import { type ProfileRow, profileColumnsOf, readProfiles } from "./profile-rows.server";

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Reads an exported CSV file: its header, and the filled cells of each row by column. */
async function read(header: string, ...rows: Record<string, string>[]): Promise<ProfileRow[]> {
  const names = header.split(", ");
  const unknown = rows.flatMap((row) => Object.keys(row)).filter((name) => !names.includes(name));
  expect(unknown).toEqual([]);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))];
  const csv = `\ufeff${lines.map((line) => line.map(quoted).join(",")).join("\r\n")}\r\n`;
  const table = await parseTable(Buffer.from(csv));
  return readProfiles(table, profileColumnsOf(table));
}

const VAYNE =
  "recent duplicate, matching filters, mismatched filters, member linkedin id, member linkedin sales nav id, first name, last name, email, phone, profile picture, summary, job title, job description, job started on, linkedin url, location, company linkedin id, company, corporate linkedin url, corporate website, linkedin description, linkedin specialities, linkedin employees, linkedin industry, linkedin founded year, linkedin company location, linkedin company picture, job ended on, linkedin company employee count, linkedin company revenue range, headline, open profile, premium member, skills, languages, number of connections, certifications";
const PHANTOMBUSTER =
  "profileUrl, fullName, firstName, lastName, companyName, title, companyId, companyUrl, regularCompanyUrl, summary, titleDescription, industry, companyLocation, location, durationInRole, durationInCompany, pastExperienceCompanyName, pastExperienceCompanyUrl, pastExperienceCompanyTitle, pastExperienceDate, pastExperienceDuration, connectionDegree, profileImageUrl, sharedConnectionsCount, name, vmid, linkedInProfileUrl, isPremium, isOpenLink, query, timestamp, defaultProfileUrl";
const EVABOOT =
  "First Name, Last Name, Full Name, Current Job, Email, Email Status, Linkedin URL Public, Linkedin URL Unique ID, Matches Filters, No Match Reasons, Company Name, Company Domain, Company Website URL, Company Linkedin URL Unique ID, Company Location, Company Country, Company Headquarters (Full Address), Company Industry, Company Type, Company Employee Range";
const APIFY =
  "fullName, firstName, lastName, geoRegion, premium, currentPositions/0/title, currentPositions/0/companyName, currentPositions/0/companyUrnInformation/website, currentPositions/0/companyUrnInformation/industry, currentPositions/1/title, currentPositions/1/companyName, pastPositions/0/companyName, flagshipCompanyUrl, profileUrl";

describe("a row of Vayne", () => {
  it("has a person, a title, a company and its website", async () => {
    const [row] = await read(VAYNE, {
      "matching filters": "true",
      "first name": "Jule",
      "last name": "Brandtner",
      summary: "Seit 2004\nim Handwerk, „gern“ mit ; und ,",
      "job title": "Geschäftsführerin",
      "linkedin url": "https://www.linkedin.com/in/jule-brandtner-beispiel",
      location: "Kiel, Schleswig-Holstein",
      company: "Nordstrom Elektro GmbH",
      "corporate linkedin url": "https://www.linkedin.com/company/77",
      "corporate website": "https://www.Nordstrom-Elektro.example/start?x=1",
      "linkedin employees": "11-50",
      "linkedin industry": "Bauwesen",
      "linkedin company location": "Kiel, Deutschland",
    });
    expect(row).toEqual({
      domain: "nordstrom-elektro.example",
      website: "https://www.Nordstrom-Elektro.example/start?x=1",
      companyName: "Nordstrom Elektro GmbH",
      fullName: "Jule Brandtner",
      title: "Geschäftsführerin",
      profileUrl: "https://www.linkedin.com/in/jule-brandtner-beispiel",
      companyProfileUrl: "https://www.linkedin.com/company/77",
      industry: "Bauwesen",
      size: "11-50",
      location: "Kiel, Deutschland",
      email: null,
      matches: true,
    });
  });
});

describe("a row of PhantomBuster", () => {
  it("has no website, and the public page of the person", async () => {
    const [row] = await read(PHANTOMBUSTER, {
      profileUrl: "https://www.linkedin.com/sales/lead/ACwAAX,NAME_SEARCH,a1",
      fullName: "Malte Okken",
      firstName: "Malte",
      lastName: "Okken",
      name: "Malte Okken",
      companyName: "Okken Wärme KG",
      title: "Inhaber",
      companyUrl: "https://www.linkedin.com/sales/company/5",
      regularCompanyUrl: "https://www.linkedin.com/company/5",
      pastExperienceCompanyName: "Frühere AG",
      linkedInProfileUrl: "https://www.linkedin.com/in/ACwAAX/",
      defaultProfileUrl: "https://www.linkedin.com/in/malte-okken-beispiel",
    });
    expect(row).toMatchObject({
      domain: null,
      companyName: "Okken Wärme KG",
      fullName: "Malte Okken",
      title: "Inhaber",
      profileUrl: "https://www.linkedin.com/in/ACwAAX/",
      companyProfileUrl: "https://www.linkedin.com/sales/company/5",
    });
  });
});

describe("a row of Evaboot", () => {
  const PERSON = {
    "First Name": "Ada",
    "Last Name": "Sörensen",
    "Full Name": "Ada Sörensen",
    "Current Job": "Leiterin Einkauf ",
    "Linkedin URL Public": "https://www.linkedin.com/in/ada-beispiel",
    "Matches Filters": "NO",
    "Company Name": "Sörensen\nBäder",
    "Company Domain": "Sörensen-Bäder.example ",
    "Company Website URL": "http://www.soerensen-alt.example/",
  };

  it("has the domain beside the website, in any case", async () => {
    const [row] = await read(EVABOOT, PERSON);
    expect(row).toMatchObject({
      domain: domainToASCII("sörensen-bäder.example"),
      website: "http://www.soerensen-alt.example/",
      companyName: "Sörensen Bäder",
      fullName: "Ada Sörensen",
      title: "Leiterin Einkauf",
      matches: false,
    });
  });

  it.each([
    ["ada@soerensen-alt.example", "safe", "ada@soerensen-alt.example"],
    ["Ada@Soerensen-Alt.example", "", "ada@soerensen-alt.example"],
    ["ada@soerensen-alt.example", "riskier", null],
    ["ada@anderswo.example", "safe", null],
    ["kein Postfach", "safe", null],
  ])("gives the address %j (%s) as %j", async (email, status, taken) => {
    const [row] = await read(EVABOOT, {
      ...PERSON,
      "Company Domain": "",
      Email: email,
      "Email Status": status,
    });
    expect(row?.email).toBe(taken);
    expect(row?.domain).toBe("soerensen-alt.example");
  });
});

describe("a row of an Apify actor", () => {
  it("has the person's present position, however deep it lies", async () => {
    const [row] = await read(APIFY, {
      fullName: "Ole Vries",
      firstName: "Ole",
      lastName: "Vries",
      "currentPositions/0/title": "Prokurist",
      "currentPositions/0/companyName": "Vries Metall GmbH",
      "currentPositions/0/companyUrnInformation/website": "https://vries-metall.example",
      "currentPositions/0/companyUrnInformation/industry": "Metall",
      "currentPositions/1/title": "Beirat",
      "currentPositions/1/companyName": "Zweite AG",
      "pastPositions/0/companyName": "Frühere AG",
      flagshipCompanyUrl: "https://www.linkedin.com/company/9",
      profileUrl: "https://www.linkedin.com/in/ACwAAV",
    });
    expect(row).toMatchObject({
      domain: "vries-metall.example",
      companyName: "Vries Metall GmbH",
      fullName: "Ole Vries",
      title: "Prokurist",
      industry: "Metall",
      companyProfileUrl: "https://www.linkedin.com/company/9",
    });
    const past = { "pastPositions/0/companyName": "Frühere AG", "currentPositions/1/title": "x" };
    const [other] = await read(APIFY, past);
    expect(other).toMatchObject({ companyName: null, title: null });
  });
});

describe("a list that people made", () => {
  it.each([
    ["Vorname, Nachname, Position, Firma, Webseite", "Eva Nord"],
    ["VORNAME, name, current_title, Unternehmen, Home-page", "Eva Nord"],
    ["Full_Name, x, Job-Title, Company Name, (Domain)", "Eva"],
    ["Name, x, Title, company, Corporate Website", "Eva"],
  ])("is understood with the columns %s", async (header, fullName) => {
    const values = ["Eva", "Nord", "Chefin", "Nord AG", "nord.example"];
    const row = Object.fromEntries(header.split(", ").map((name, at) => [name, values[at] ?? ""]));
    expect(await read(header, row)).toEqual([
      expect.objectContaining({
        fullName,
        title: "Chefin",
        companyName: "Nord AG",
        domain: "nord.example",
      }),
    ]);
  });

  it("of companies has their names in „Name“", async () => {
    const [row] = await read("Name, Website", { Name: "Nord AG", Website: "www.nord.example" });
    expect(row).toMatchObject({ companyName: "Nord AG", fullName: null, domain: "nord.example" });
  });

  it("gives a domain by the address of a mailbox, unless it is at a mail provider", async () => {
    const header = "Vorname, Nachname, E-Mail";
    const person = { Vorname: "Eva", Nachname: "Nord" };
    const rows = await read(
      header,
      { ...person, "E-Mail": "eva@nord.example" },
      { ...person, "E-Mail": "eva.nord@gmx.de" },
    );
    expect(rows.map(({ domain, email }) => [domain, email])).toEqual([
      ["nord.example", "eva@nord.example"],
      [null, null],
    ]);
  });

  it("takes no page on a platform for a company's, and no script for a profile", async () => {
    const [row] = await read("Firma, Website, LinkedIn URL", {
      Firma: "Nord AG",
      Website: "https://www.facebook.com/nord",
      "LinkedIn URL": "javascript:alert(1)",
    });
    expect(row).toMatchObject({
      domain: null,
      website: "https://www.facebook.com/nord",
      profileUrl: null,
    });
  });
});
