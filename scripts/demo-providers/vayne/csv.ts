import { hashText } from "../world/seeded-random";
import type { DemoProfile } from "./profiles";

/** Columns of the simple export, in their order. */
const COLUMNS = `recent duplicate,matching filters,mismatched filters,member linkedin id,
member linkedin sales nav id,first name,last name,email,phone,profile picture,summary,job title,
job description,job started on,linkedin url,location,company linkedin id,company,
corporate linkedin url,corporate website,linkedin description,linkedin specialities,
linkedin employees,linkedin industry,linkedin founded year,linkedin company location,
linkedin company picture,job ended on,linkedin company employee count,
linkedin company revenue range,headline,open profile,premium member,skills,languages,
number of connections,certifications`.split(/,\n?/);

/** The file of an order: UTF-8 with a byte order mark, commas, every cell in quotes. */
export function csvOf(profiles: readonly DemoProfile[]): string {
  const rows = profiles.map((profile) => {
    const cells = new Map(Object.entries(cellsOf(profile)));
    return COLUMNS.map((column) => cells.get(column) ?? "");
  });
  const lines = [COLUMNS, ...rows].map((cells) => cells.map(quoted).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function cellsOf({ person, title, company, website, matches }: DemoProfile) {
  const { firstName, lastName } = person;
  const member = 100_000_000 + (hashText(`${firstName}/${lastName}/${company.placeId}`) % 1e8);
  const firm = 1_000_000 + (hashText(company.placeId) % 1e6);
  const place = `${company.seat.locality}, ${company.seat.state.name}, Deutschland`;
  return {
    "recent duplicate": "false",
    "matching filters": String(matches),
    "mismatched filters": matches ? "" : "current company",
    "member linkedin id": String(member),
    "first name": firstName,
    "last name": lastName,
    summary: `${title} bei ${company.name}.\nSeit vielen Jahren dabei; gern im „direkten“ Gespräch, auch vor Ort.`,
    "job title": title,
    "linkedin url": `https://www.linkedin.com/in/demo-${member}`,
    location: place,
    "company linkedin id": `urn:li:fs_salesCompany:${firm}`,
    company: company.name,
    "corporate linkedin url": `https://www.linkedin.com/company/${firm}`,
    "corporate website": website,
    "linkedin employees": "11-50",
    "linkedin company location": place,
    headline: `${title} bei ${company.name}`,
    "open profile": "false",
    "premium member": "false",
  };
}
