import type { EmailAnswer, EmailFinder } from "../providers/email-finder";
import type { MapsPage, MapsPlace, MapsProvider } from "../providers/maps-provider";

/** A place of which only the website is known. */
export function place(
  id: string,
  website: string | null,
  fields: Partial<MapsPlace> = {},
): MapsPlace {
  return {
    id,
    name: `Firma ${id}`,
    website,
    phone: null,
    address: null,
    street: null,
    postalCode: null,
    city: null,
    federalState: null,
    country: "DE",
    latitude: null,
    longitude: null,
    isClosed: false,
    payload: { placeId: id },
    ...fields,
  };
}

/** Some places with a domain each, numbered from `first`. */
export function places(first: number, count: number): MapsPlace[] {
  return Array.from({ length: count }, (_, n) =>
    place(`p${first + n}`, `https://firma-${first + n}.de/`),
  );
}

/** A maps service that answers what it is told and remembers what it was asked. */
export class FakeMaps implements MapsProvider {
  readonly id = "google-places";
  readonly name = "Google Places";
  readonly maxResults = 60;
  readonly pageSize = 20;
  readonly asked: (string | null)[] = [];
  readonly #answer: (cursor: string | null, signal: AbortSignal) => MapsPage | Promise<MapsPage>;

  constructor(
    answer: (cursor: string | null, signal: AbortSignal) => MapsPage | Promise<MapsPage>,
  ) {
    this.#answer = answer;
  }

  async searchPage(_search: object, cursor: string | null, signal: AbortSignal): Promise<MapsPage> {
    this.asked.push(cursor);
    return this.#answer(cursor, signal);
  }
}

/** A maps service with fixed pages, reached by the cursors „page 2“, „page 3“ … */
export function mapsWith(...pages: MapsPlace[][]): FakeMaps {
  return new FakeMaps((cursor) => {
    const index = cursor === null ? 0 : Number(cursor.slice("page ".length)) - 1;
    const nextCursor = index + 1 < pages.length ? `page ${index + 2}` : null;
    return { places: pages[index] ?? [], nextCursor };
  });
}

/** An email finder that answers what it is told, and remembers what it was asked. */
export class FakeFinder implements EmailFinder {
  readonly id = "anymailfinder";
  readonly name = "Anymailfinder";
  readonly concurrency: number;
  readonly asked: string[] = [];
  underWay = 0;
  mostUnderWay = 0;
  readonly #answer: (domain: string, signal: AbortSignal) => EmailAnswer | Promise<EmailAnswer>;

  constructor(
    answer: (domain: string, signal: AbortSignal) => EmailAnswer | Promise<EmailAnswer> = found,
    concurrency = 1,
  ) {
    this.#answer = answer;
    this.concurrency = concurrency;
  }

  async findCompanyEmails(domain: string, signal: AbortSignal): Promise<EmailAnswer> {
    this.asked.push(domain);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      return await this.#answer(domain, signal);
    } finally {
      this.underWay -= 1;
    }
  }
}

export function found(domain: string): EmailAnswer {
  return { state: "found", emails: [`info@${domain}`, `post@${domain}`], creditsCharged: 1 };
}

export const NOT_FOUND: EmailAnswer = { state: "not_found", emails: [], creditsCharged: 0 };

/** Rejects when the signal is aborted, as a call that is under way does. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted", { cause: signal.reason })));
  });
}
