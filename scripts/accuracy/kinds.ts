import { z } from "zod";
import { decideCompanyPairs } from "./company-pairs";
import { decideAssessments, decideDrafts, decideSearches } from "./decide";
import { decideColumns, decideRows } from "./imports";
import {
  decideImprintField,
  decideImprintTraps,
  IMPRINT_FIELDS,
  type ImprintField,
} from "./imprint-pages";
import type { Decision } from "./measure";
import * as subjects from "./subjects";
import companyDomainPairs from "./tables/company-domain-pairs.json";
import companyDomains from "./tables/company-domains.json";
import companyNames from "./tables/company-names.json";
import leftOutPages from "./tables/left-out-pages.json";
import phoneNumbers from "./tables/phone-numbers.json";
import placeAddresses from "./tables/place-addresses.json";
import regions from "./tables/regions.json";
import tradeTags from "./tables/trade-tags.json";

/** A kind of decision with the labelled table it is measured on. */
interface Kind {
  name: string;
  /** Share of the decisions that must be right, 0 to 1. */
  goal: number;
  /** Promised shares of given values that are right, and of expected values that are found. */
  least?: { precision: number; recall: number };
  decide: () => Decision[];
}

function rows<Row>(schema: z.ZodType<Row>, table: unknown, decide: (row: Row) => Decision) {
  return () => z.array(schema).parse(table).map(decide);
}

const text = z.string();
const answer = (word: string, isGiven: boolean) => (isGiven ? word : null);

const decideDomains = rows(
  z.tuple([text, text.nullable()]),
  companyDomains,
  ([label, expected]) => ({ label, given: subjects.companyDomain(label), expected }),
);

const decidePages = rows(z.tuple([text, z.boolean()]), leftOutPages, ([label, expected]) => ({
  label,
  given: answer("übergangen", subjects.isLeftOut(label)),
  expected: answer("übergangen", expected),
}));

/** A cell with the numbers in it, as they are dialled and as they are shown. */
const decidePhoneNumbers = rows(
  z.tuple([text, text.nullable(), text.nullable()]),
  phoneNumbers,
  ([label, e164, display]) => {
    const numbers = subjects.phoneNumbers(label);
    const given = numbers.map((number) => number.e164).join(" ");
    const shown = numbers.map((number) => number.display).join("; ");
    return {
      label,
      given: numbers.length === 0 ? null : `${given} (${shown})`,
      expected: e164 === null ? null : `${e164} (${display})`,
    };
  },
);

const decideNames = rows(
  z.tuple([text, text, text.nullable()]),
  companyNames,
  ([title, site, expected]) => ({
    label: `${title} (${site})`,
    given: subjects.companyName(title, `https://www.${site}/x`),
    expected,
  }),
);

const decidePairs = rows(
  z.tuple([text, text, z.boolean()]),
  companyDomainPairs,
  ([name, domain, expected]) => ({
    label: `${name} (${domain})`,
    given: answer("passt", subjects.fitsCompany(name, domain)),
    expected: answer("passt", expected),
  }),
);

const PlaceAddressesSchema = z.array(
  z.tuple([z.looseObject({}), z.array(text.nullable()).length(4)]),
);

function decidePlaceAddresses(): Decision[] {
  return PlaceAddressesSchema.parse(placeAddresses).flatMap(([place, expected]) =>
    Object.entries(subjects.placeAddress(place)).map(([field, given], index) => ({
      label: `${field}: ${JSON.stringify(place)}`,
      given,
      expected: expected[index] ?? null,
    })),
  );
}

/**
 * German trades with the beginnings of the filters that each needs, and of those that do no harm. Right is what holds all
 * of the first and nothing besides.
 */
const decideTrades = rows(z.tuple([text, text, text]), tradeTags, ([label, needed, allowed]) => {
  const words = (list: string) => list.split(" ").filter((word) => word !== "");
  const { filters } = subjects.tradeTags(label);
  const isMet = (want: string) => filters.some((filter) => filter.startsWith(want));
  const isFit = (filter: string) =>
    [...words(needed), ...words(allowed)].some((want) => filter.startsWith(want));
  const isRight = words(needed).every(isMet) && filters.every(isFit);
  return { label, given: isRight ? needed : filters.join(" "), expected: needed };
});

/** Addresses by where they lie: inside, outside, or not to be told. */
function decideRegions(): Decision[] {
  return Object.entries(regions).flatMap(([expected, cases]) =>
    Object.entries(cases).flatMap(([region, lines]) =>
      lines.map((line) => {
        return { label: `${line} in ${region}`, given: subjects.liesIn(region, line), expected };
      }),
    ),
  );
}

/** At least 95 of 100 are found, 90 of the other fields. */
const FOUND_MOST: readonly ImprintField[] = ["email", "phone", "registerNumber", "vatId"];
const imprints = IMPRINT_FIELDS.map((field) => {
  const recall = FOUND_MOST.includes(field) ? 0.95 : 0.9;
  return {
    name: `imprint.${field}`,
    goal: recall,
    least: { precision: 0.98, recall },
    decide: () => decideImprintField(field),
  };
});

export const KINDS: readonly Kind[] = [
  { name: "companyDomain", goal: 0.98, decide: decideDomains },
  { name: "assessment", goal: 0.95, decide: decideAssessments },
  // A company left out costs more than a portal let in: 1 % and 5 % were promised.
  { name: "isLeftOut", goal: 0.98, decide: decidePages },
  { name: "phoneNumbers", goal: 0.95, decide: decidePhoneNumbers },
  { name: "placeAddress", goal: 0.95, decide: decidePlaceAddresses },
  { name: "companyName", goal: 0.95, decide: decideNames },
  { name: "fitsCompany", goal: 0.9, decide: decidePairs },
  { name: "searchHits", goal: 0.95, decide: decideSearches },
  { name: "draft", goal: 0.95, decide: decideDrafts },
  { name: "importMapping", goal: 0.9, decide: decideColumns },
  { name: "tradeTags", goal: 0.9, decide: decideTrades },
  { name: "liesIn", goal: 0.95, decide: decideRegions },
  {
    name: "sameCompany",
    goal: 0.9,
    least: { precision: 1, recall: 0.8 },
    decide: decideCompanyPairs,
  },
  { name: "importRow", goal: 0.95, decide: decideRows },
  ...imprints,
  { name: "imprint.traps", goal: 1, decide: decideImprintTraps },
];
