import { foldText } from "~db/fold";
import { storedPhones } from "~db/phone-number";
import { perPlainText } from "~db/schema/lead-fields";
import { instant } from "../leads/list/find-leads.server";
import { type FoundCompany, foundCompany } from "../providers/company-search";
import { type DomainKey, domainKey, emailAddress } from "../reading/companies/domain-key.server";
import { streetKey } from "../reading/places/address-line";
import { parseCountry } from "../reading/places/country";
import { parseFederalState } from "../reading/places/parse-federal-state";
import { type FileTable, IMPORT_FIELDS } from "../reading/tables/fields";
import { parseDay, parseScore, parseStatus } from "../reading/tables/value-words";
import { countryOfRow, ownDomain } from "./list-facts.server";
import { readPlace } from "./place-cells.server";
import {
  type Country,
  type DroppedValue,
  quoted,
  RowReader,
  sharedLetters,
} from "./row-reader.server";
import type { RowSpec } from "./row-spec.server";

const NO_COMPANY = "Die Zeile nennt weder Firma noch Domain, Website oder E-Mail";

/** A company and the values left out, or why the row is not a company: German, without a full stop. */
type RowReading =
  | { company: FoundCompany; key: DomainKey; dropped: DroppedValue[] }
  | { problem: string };

/** „+41 62 822 27 32“ */
const ABROAD = /^\D{0,2}(?:\+|00)[ (]?(?!4 ?9)[1-9]/;
const parseAddress = (text: string) => (domainKey(text).kind === "none" ? null : text);
/** Parsing a number takes 0.1 ms, so obvious ones are parsed only when stored. */
const PLAIN_PHONE = /^(?:\+49 ?|0)[2-9](?:[ ()/-]{0,3}\d){8,10}$/;
const parsePhone = (text: string, country: Country) =>
  (country === "DE" && PLAIN_PHONE.test(text)) || storedPhones(text, country).length > 0
    ? text
    : null;

/** An email domain outranks the website if it shares this many times more of the name. */
const MUCH_CLOSER = 1.5;

/**
 * The domain of the first company address, or of an email address that is far closer to the name: the website may be
 * a booking page. Addresses of mailbox providers don't count.
 */
function keyOf(
  addresses: readonly (string | null)[],
  emails: readonly string[],
  name: string | null,
): DomainKey {
  const keys = addresses.flatMap((address) => (address === null ? [] : [domainKey(address)]));
  const isOwn = ({ kind }: DomainKey) => kind === "company";
  const [site, mail] = [keys.find(isOwn), emails.map((email) => domainKey(email)).find(isOwn)];
  const closeness = (key: DomainKey | undefined) =>
    key?.kind === "company" ? sharedLetters(key.domain.split(".")[0] ?? "", name ?? "") : 0;
  const usesEmail = site === undefined || closeness(mail) > MUCH_CLOSER * closeness(site);
  return (usesEmail ? mail : site) ?? keys[0] ?? { kind: "none" };
}

/** Joins columns of one field. Leaves out unusable values and reports them. */
export function readRow(cells: readonly string[], spec: RowSpec): RowReading {
  const { isGermanList, owners, timeZone, facts } = spec;
  const ownerNamed = (text: string) =>
    owners.find((name) => foldText(name) === foldText(text)) ?? null;
  const timeOfDay = (text: string) => {
    const day = parseDay(text);
    return day === null ? null : instant(day, timeZone, 0);
  };
  const row = new RowReader(cells, spec);
  const emails = [...new Set([...row.emails("email"), ...row.emails("emails")])];
  const isBare = emails.length === 0 && row.text("domain") === null;
  const site = row.text("website") ?? (isBare ? row.takeStray() : null);
  const mail = site?.includes("@") ? emailAddress(site) : null;
  if (mail !== null) emails.push(mail);
  const isAtPortal = (text: string) => facts.portals.size > 0 && facts.portals.has(ownDomain(text));
  const parseOwn = (text: string) => (isAtPortal(text) ? null : text);
  const fault = "gehört einem Portal, an dem keine Firma zu erkennen ist";
  const page =
    mail === null ? row.parsed("website", parseAddress, "ist keine Internetadresse", site) : null;
  const website = row.parsed("website", parseOwn, fault, page);
  const name = row.text("companyName");
  const ownHost = row.parsed("domain", parseAddress, "ist keine Domain");
  const domain = row.parsed("domain", parseOwn, fault, ownHost);
  const key = keyOf(
    [domain, website],
    emails.filter((email) => !isAtPortal(email)),
    name,
  );
  if (name === null && key.kind === "none" && emails.length === 0) {
    const why = row.dropped.map(({ text }) => text);
    return { problem: [NO_COMPANY, ...why].join("; ") };
  }
  const host = key.kind === "none" ? "" : key.domain;
  const written = row.text("country");
  const named = row.parsed("country", parseCountry, "ist kein Land", written);
  const phone = row.text("phone");
  const address = row.text("address");
  const state = row.text("federalState");
  const isGerman = written === null && !ABROAD.test(phone ?? "");
  const { unusable, ...place } = readPlace(
    {
      address,
      street: row.text("street"),
      postalCode: row.text("postalCode"),
      city: row.text("city"),
      country: named,
    },
    {
      federalState: parseFederalState(state ?? ""),
      listCountry: countryOfRow(written, host) ?? facts.country,
      isGermanList: isGerman && (isGermanList || host.endsWith(".de")),
    },
  );
  for (const { field, text } of unusable) {
    const fault = field === "city" ? "kein Ort" : "keine Postleitzahl";
    row.drop(field, `${IMPORT_FIELDS[field]} ${quoted(text)} ist ${fault}`);
  }
  const placeCountry = place.country ?? countryOfRow(written, host);
  const phoneCountry = placeCountry === undefined ? facts.country : placeCountry;
  // Unknown states of other countries are not reported.
  const federalState =
    (phoneCountry ?? "DE") === "DE"
      ? row.parsed("federalState", parseFederalState, "ist kein deutsches Bundesland", state)
      : parseFederalState(state ?? "");
  // People read this line in place of its parts.
  const street = row.text("street");
  const isWithoutStreet =
    address !== null && street !== null && !streetKey(address).includes(streetKey(street));
  const persons = row.persons(emails, spec, phoneCountry);
  const others = emails.filter((email) => persons.every((one) => one.email !== email));
  const company = foundCompany(
    {
      ...place,
      name,
      website,
      domain: key.kind === "none" ? null : key.domain,
      phone: row.parsed(
        "phone",
        (text) => parsePhone(text, phoneCountry),
        "ist keine Telefonnummer",
        phone,
      ),
      phoneCountry,
      address: isWithoutStreet ? `${street}, ${address}` : address,
      federalState,
      payload: {},
    },
    {
      // If all addresses are persons', the lead uses them.
      emails: others.length > 0 ? others : emails,
      persons,
      companyType: row.text("companyType"),
      topics: row.topics(),
      salesScore: row.parsed("salesScore", parseScore, "ist keine ganze Zahl von 1 bis 5"),
      salesReason: row.text("salesReason"),
      texts: perPlainText((name) => row.text(name)),
      notes: row.text("notes"),
      owner: row.parsed("owner", ownerNamed, "heißt kein Benutzer"),
      followUpAt: row.parsed("followUpAt", timeOfDay, "ist kein Tag"),
      status: row.parsed(
        "status",
        parseStatus,
        "ist nicht neu, in Bearbeitung, qualifiziert oder abgelehnt",
      ),
      isApproved: row.flag("approved"),
      tags: row.tags(),
      sourceTerm: row.text("sourceTerm"),
    },
  );
  return { company, key, dropped: row.dropped };
}

export interface NumberedReading {
  cells: readonly string[];
  /** Line or row number in the file, from 1. */
  line: number;
  reading: RowReading;
}

export function readRowAt(table: FileTable, index: number, spec: RowSpec): NumberedReading {
  const cells = table.rows[index] ?? [];
  return {
    cells,
    line: table.lines[index] ?? index + 2,
    reading: cells.length === 0 ? { problem: "gelöscht" } : readRow(cells, spec),
  };
}
