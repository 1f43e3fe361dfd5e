import { foldText } from "~db/fold";
import { parseCountry } from "../places/country";
import { parseFederalState } from "../places/parse-federal-state";
import {
  addressShapeOf,
  areOwn,
  arePeople,
  arePostalCodes,
  areShortTexts,
  areWholeAddresses,
  FIELD_OF,
  filledValues,
  fits,
  isCodeAndTown,
  isDataRow,
  isDistinct,
  isPerson,
  MIN_PROSE,
  SAMPLES,
  shapeOf,
  share,
} from "./column-values.server";
import { type FileTable, type ImportField, isImportField, type Mapping } from "./fields";
import { type HeaderReading, type HeaderWord, isKnownHeader, readHeader } from "./header-names";
import words from "./header-words.json";

export function foldHeader(header: string): string {
  return foldText(header).replace(/[^a-z0-9]/g, "");
}

/** @param aliases a field's folded names, separated by spaces, the best first */
export function columnsNamed(headers: readonly string[], aliases: string): number[] {
  return aliases
    .split(" ")
    .flatMap((alias) => headers.flatMap((header, column) => (header === alias ? [column] : [])));
}

const ACCOUNT = /\b(?:iban|bic|swift|blz|konto\w*)\b/i;
const MAX_SAMPLE = 1_000;

interface ColumnGuess {
  column: number;
  values: string[];
  reading: HeaderReading;
  isName: boolean;
  word: HeaderWord | null;
}

/** Parts of a value that have a column of their own. */
const PARTS: readonly HeaderWord[] = ["houseNumber", "areaCode"];
const EXTRA_RANK: Partial<Record<HeaderWord, number>> = words.extraRank;

class MappingGuess {
  readonly mapping: Mapping;
  readonly #sample: string[][];
  readonly #columns: ColumnGuess[];
  /** Beside account numbers, „Bank“ names a customer's bank. */
  readonly #hasAccounts: boolean;

  constructor({ header, rows }: Pick<FileTable, "header" | "rows">) {
    const sample = rows.slice(0, SAMPLES);
    this.#sample = sample;
    const readings = header.map(readHeader);
    const hasHeader = readings.some(isKnownHeader) || !isDataRow(header);
    this.mapping = header.map(() => null);
    this.#hasAccounts = header.some((name) => ACCOUNT.test(name));
    this.#columns = readings.map((reading, column) => {
      const cells = sample.map((row) => row[column]?.slice(0, MAX_SAMPLE));
      // Without a header the first record is a row.
      const values = filledValues(hasHeader ? cells : [header[column], ...cells]);
      const named = reading.names.find((name) => fits(name, values));
      const isPlausible = !reading.isUnknown || (values.length > 0 && areOwn(values));
      const word = (isPlausible && named) || null;
      const isBlank = reading.isBlank || !hasHeader;
      const isName = /(?<!kurz|short|user|nick)name$/.test(foldHeader(header[column] ?? ""));
      const isPortal = named === "website" && !areOwn(values);
      const emptiness = 1 - values.length / Math.max(cells.length, 1);
      const rank = reading.rank + emptiness / 4 + (isPortal ? 1 : 0);
      return { column, values, reading: { ...reading, rank, isBlank }, word, isName };
    });
  }

  guess(): Mapping {
    const isFilled = ({ values }: ColumnGuess) => values.length > 0;
    const filled = this.#columns.some(isFilled) ? this.#columns.filter(isFilled) : this.#columns;
    const isNamed = (word: HeaderWord) => filled.some((column) => column.word === word);
    for (const column of this.#columns) column.word = this.#adjusted(column, isNamed);
    this.#takeNamed();
    this.#takeContact();
    this.#takeShapes();
    return this.mapping;
  }

  /** Resolves a word whose meaning depends on other columns. */
  #adjusted(guess: ColumnGuess, isNamed: (word: HeaderWord) => boolean) {
    const { word, values, reading } = guess;
    if (word === "name") {
      const name = this.#meaningOfName(guess, isNamed);
      return reading.isUnknown && name !== "givenName" ? null : name;
    }
    if (word === "street" && !isNamed("address") && areWholeAddresses(values)) return "address";
    if (word === "contactName" && (!isDistinct(values) || this.#areCompanies(values))) return null;
    if (word === "bank") return this.#hasAccounts || isNamed("companyName") ? null : "companyName";
    if (word === "manager" && !isDistinct(values)) return null;
    // CRM exports may repeat one contact type in all rows; distinct values may be names.
    const isKind = values.length > 9 && new Set(values).size < 3;
    if (word === "contactTitle" && isKind) return null;
    if (word === "contactTitle" && isDistinct(values)) return this.#meaningOfTitle(guess);
    if (word !== null || reading.names.length === 0) return word;
    const [name] = reading.names;
    // „Adresse“ may hold only streets, „Standort“ only towns.
    if (name === "address") {
      const isInParts = isNamed("city") && isNamed("postalCode");
      return (
        (["street", "city"] as const).find(
          (part) =>
            !isNamed(part) &&
            fits(part, values) &&
            (shapeOf(values) === part ||
              (part === "street" && (isInParts || share(values, isNumbered) >= 0.3))),
        ) ?? null
      );
    }
    return name === "country" && share(values, isGermanState) >= 0.6 ? "federalState" : null;
  }

  /** „title“ without persons is the company name. */
  #meaningOfTitle(guess: ColumnGuess): HeaderWord | null {
    const isOf = (isIt: (word: HeaderWord) => boolean) =>
      this.#columns.some(({ word }) => word !== null && isIt(word));
    const hasCompany = isOf((word) => word === "companyName");
    const hasPerson = isOf((word) => word === "name" || isContact(word));
    if (this.#arePersons(guess)) return hasCompany || hasPerson ? null : "contactName";
    if (hasPerson) return "contactTitle";
    return hasCompany || guess.reading.isUnknown ? null : "companyName";
  }

  #meaningOfName(guess: ColumnGuess, isNamed: (word: HeaderWord) => boolean): HeaderWord | null {
    if (isNamed("givenName") && !isNamed("familyName")) return "familyName";
    if (isNamed("familyName") && !isNamed("givenName")) return "givenName";
    if (!isNamed("companyName")) return this.#arePersons(guess) ? "contactName" : "companyName";
    if (this.#areBranches(guess)) return "companyName";
    return arePeople(guess.values) && !isNamed("contactName") ? "contactName" : null;
  }

  /** Most names begin with the brand in another column. */
  #areBranches({ column, values }: ColumnGuess): boolean {
    const brands = this.#columns.filter(({ word }) => word === "companyName");
    const isBranch = (row: readonly string[]) =>
      brands.some((brand) => {
        const [name = "", beside = ""] = [row[column] ?? "", row[brand.column] ?? ""].map(foldText);
        return beside !== "" && name !== beside && name.startsWith(beside);
      });
    return this.#sample.filter(isBranch).length > values.length / 2;
  }

  /** Uses known given names, or mailboxes that contain the name. */
  #arePersons({ column, values }: ColumnGuess): boolean {
    const mail = this.#columns.find(({ word }) => word === "email");
    const isLike = (row: readonly string[]) => {
      const [mailbox = "", domain] = foldText(row[mail?.column ?? -1] ?? "").split("@");
      const words = foldText(row[column] ?? "").split(" ");
      return domain !== undefined && words.some((one) => one.length > 2 && mailbox.includes(one));
    };
    const count = this.#sample.filter(isLike).length;
    const isMost = count > 2 && count > values.length / 2;
    return share(values, isPerson) > 0.5 || (isMost && arePeople(values));
  }

  #areCompanies(values: readonly string[]): boolean {
    const isSame = (column: ColumnGuess) => column.values.join("\n") === values.join("\n");
    const companies = this.#columns.filter(({ word }) => word === "companyName");
    return new Set(values).size > 2 && companies.some(isSame);
  }

  #takeNamed(): void {
    const ranked = this.#columns
      .filter(({ word }) => word !== null)
      .sort((left, right) => rankOf(left) - rankOf(right) || left.column - right.column);
    const arePersons = this.#columns.some(
      ({ word, reading: { names } }) =>
        word === "givenName" || (word === "contactName" && names[0] === "name"),
    );
    for (const { column, word, reading, values } of ranked) {
      if (word === null || isContact(word)) continue;
      const field = FIELD_OF[word] ?? word;
      if (!isImportField(field)) continue;
      const isTaken = this.mapping.includes(field);
      const own = field === "email" ? "contactEmail" : "contactPhone";
      const isOfPerson =
        reading.isOfPerson || (word === "mobile" && arePersons && values.length > 0);
      const isPersons = isTaken && isOfPerson && (field === "email" || field === "phone");
      if (isPersons && !this.mapping.includes(own)) this.mapping[column] = own;
      else if (field === "email" && (isTaken || reading.isSecondary))
        this.mapping[column] = "emails";
      else if (reading.isSecondary) continue;
      else if (PARTS.includes(word) ? isTaken : !isTaken) this.mapping[column] = field;
      else if (field === "city") this.#takeTown(column, values);
      else if (word === "companyType" && !this.#columns.some((one) => one.word === "topics"))
        this.#take("topics", column);
    }
  }

  /** Beside „Ort“, „PLZ Ort“ has the codes, and „Stadt“ the towns that „Ort“ lacks. */
  #takeTown(column: number, values: readonly string[]): void {
    const hasCodes = this.#columns.some(({ word }) => word === "postalCode");
    const isMissing = (row: readonly string[]) =>
      !row.some((cell, at) => cell !== "" && this.mapping[at] === "city");
    if (!hasCodes && share(values, isCodeAndTown) > 0.5) this.#take("postalCode", column);
    else if (this.#sample.some((row) => row[column] && isMissing(row)))
      this.mapping[column] = "city";
  }

  #take(field: ImportField, column: number): void {
    if (!this.mapping.includes(field)) this.mapping[column] = field;
  }

  /** Joins first and last name; a column with the full name takes precedence. */
  #takeContact(): void {
    const columns = this.#columns.filter(
      ({ word, reading }) => word !== null && isContact(word) && !reading.isSecondary,
    );
    const first = (word: HeaderWord) =>
      columns
        .filter((column) => column.word === word)
        .sort((left, right) => rankOf(left) - rankOf(right))[0];
    const parts = [first("givenName"), first("familyName")].flatMap((column) => column ?? []);
    const whole = first("contactName") ?? (parts.length === 0 ? first("manager") : undefined);
    const isPart =
      whole !== undefined &&
      parts.length === 1 &&
      share(whole.values, (value) => !value.includes(" ")) > 0.5;
    const taken = whole === undefined ? parts : isPart ? [whole, ...parts] : [whole];
    for (const { column } of taken) this.mapping[column] = "contactName";
  }

  /** Maps columns with meaningless headers by their values. */
  #takeShapes(): void {
    const isTaken = (field: ImportField) => this.mapping.includes(field);
    const open = this.#columns.filter(
      ({ column, reading }) => this.mapping[column] === null && !reading.isIgnored,
    );
    for (const { column, values, reading } of open) {
      const isNamed = reading.names.length > 0 && !reading.isUnknown && !reading.isSecondary;
      if (values.length === 0 || (!reading.isBlank && isNamed)) continue;
      const shape = reading.isBlank ? shapeOf(values) : addressShapeOf(values);
      if (shape !== null && isImportField(shape) && !isTaken(shape)) this.mapping[column] = shape;
    }
    for (const { column, values, reading } of open) {
      if (this.mapping[column] !== null || isTaken("postalCode")) continue;
      const isBesideTowns =
        this.mapping[column + 1] === "city" || this.mapping[column - 1] === "city";
      if (reading.isBlank && arePostalCodes(values, isBesideTowns))
        this.mapping[column] = "postalCode";
    }
    for (const { column, values, reading } of this.#columns) {
      if (this.mapping[column] !== null || values.length === 0) continue;
      const street = this.mapping.indexOf("street");
      const streets = street < 0 ? [] : (this.#columns[street]?.values ?? []);
      const isHouse =
        streets.length > 0 &&
        (street === column - 1 || reading.isNumber) &&
        share(streets, (value) => /\d/.test(value)) < 0.5;
      if (isHouse && fits("houseNumber", values)) this.mapping[column] = "street";
      else if (reading.isNumber && shapeOf(values) === "phone") this.#take("phone", column);
    }
    this.#takeUnknown(open.filter(({ column }) => this.mapping[column] === null));
  }

  /** Maps persons, companies and long texts under unknown headers. */
  #takeUnknown(open: readonly ColumnGuess[]): void {
    const unknown = open.filter(
      ({ values, reading }) => values.length > 0 && (reading.isUnknown || reading.isBlank),
    );
    const take = (field: ImportField, isIt: (guess: ColumnGuess) => boolean) => {
      const found = unknown.find((guess) => this.mapping[guess.column] === null && isIt(guess));
      if (found !== undefined && !this.mapping.includes(field)) this.mapping[found.column] = field;
    };
    const isPeople = ({ values }: ColumnGuess) =>
      share(values, isPerson) >= 0.5 && isDistinct(values);
    const areWords = ({ values }: ColumnGuess) => areShortTexts(values) && isDistinct(values);
    take("companyName", (guess) => guess.isName && areWords(guess));
    take("companyName", (guess) => !isPeople(guess) && areWords(guess));
    take(
      "contactName",
      ({ values }) => arePeople(values) && share(values, isPerson) >= 0.25 && isDistinct(values),
    );
    take("country", ({ values }) => share(values, isCountryName) >= 0.8);
    take("topics", ({ values }) => share(values, (value) => /\S \| \S/.test(value)) >= 0.5);
    take(
      "notes",
      ({ values }) => share(values, (value) => value.length >= MIN_PROSE && / /.test(value)) >= 0.5,
    );
  }
}

const isGermanState = (value: string) => parseFederalState(value) !== null;
const isCountryName = (value: string) => value.length > 3 && parseCountry(value) !== null;
/** „Plaza Mayor, 3“ */
const isNumbered = (value: string) => /^\p{L}.*\d/u.test(value);
/** The lowest rank wins: fuller columns first, branches before brands, empty columns last. */
const rankOf = ({ word, reading, values }: ColumnGuess) =>
  reading.rank +
  (word === null ? 0 : (EXTRA_RANK[word] ?? 0)) +
  (word === "companyName" && !isDistinct(values) ? 1 : 0) +
  (values.length === 0 ? 10 : 0);

const isContact = (word: HeaderWord) => word === "contactName" || FIELD_OF[word] === "contactName";

/** Guesses each column's field from its header and values. Only `JOINED_FIELDS` may repeat. */
export function guessMapping(table: Pick<FileTable, "header" | "rows">): Mapping {
  return new MappingGuess(table).guess();
}
