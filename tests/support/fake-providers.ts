import { CallLedger } from "~/jobs/ledger/call-ledger.server";
import type { PipelineServices } from "~/jobs/runner/job-run.server";
import {
  type CompanyHit,
  type CompanySearch,
  type FoundCompany,
  foundCompany,
  type HitPage,
} from "~/providers/company-search";
import type { Contact, EmailAnswer, EmailFinder, Question } from "~/providers/email-finder";
import { firstRequestHook } from "~/providers/fetch/sending";
import type { LanguageModel } from "~/providers/language-model/language-model";
import type { ProfileSearch } from "~/providers/profile-search";
import { toCompanyHit } from "~/providers/serper/serper.server";
import type { SiteReader } from "~/providers/website/company-site";
import { SiteError } from "~/providers/website/site-error";

/** What pipelines work with, over the given services; those not named have no key. */
export function servicesWith(services: {
  maps?: CompanySearch | null;
  webSearch?: CompanySearch | null;
  emails?: EmailFinder | null;
  profiles?: ProfileSearch | null;
  languageModel?: LanguageModel | null;
  sites?: SiteReader;
  readsImprints?: boolean;
}): PipelineServices {
  return {
    providers: {
      maps: async () => services.maps ?? null,
      webSearch: async () => services.webSearch ?? null,
      emails: async () => services.emails ?? null,
      profiles: async () => services.profiles ?? null,
      languageModel: async () => services.languageModel ?? null,
    },
    ledger: new CallLedger("Europe/Berlin"),
    sites: services.sites ?? noSites(),
    readsImprints: services.readsImprints ?? false,
    timeZone: "Europe/Berlin",
    retrySpeed: 10_000,
    phaseMs: 0,
  };
}

/** An internet without any website. */
function noSites(): SiteReader {
  return {
    readSite: async () => {
      throw SiteError.because("unreachable");
    },
    close: async () => {},
  };
}

/** A place of which only the website is known. */
export function place(
  id: string,
  website: string | null,
  fields: Partial<Omit<FoundCompany, "listed">> = {},
): CompanyHit {
  const payload = { placeId: id };
  return {
    id,
    company: foundCompany({ name: `Firma ${id}`, website, country: "DE", payload, ...fields }),
  };
}

/** Some places with a domain each, numbered from `first`. */
export function places(first: number, count: number): CompanyHit[] {
  return Array.from({ length: count }, (_, n) =>
    place(`p${first + n}`, `https://firma-${first + n}.de/`),
  );
}

type Answer = (cursor: string | null, signal: AbortSignal) => HitPage | Promise<HitPage>;

/** A search that answers what it is told and remembers what it was asked. */
export class FakeMaps implements CompanySearch {
  readonly id: string = "google-places";
  readonly name: string = "Google Places";
  readonly maxResults: number = 60;
  readonly pageSize: number = 20;
  readonly asked: (string | null)[] = [];
  readonly searches: object[] = [];
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  async searchPage(search: object, cursor: string | null, signal: AbortSignal): Promise<HitPage> {
    await firstRequestHook()?.();
    this.asked.push(cursor);
    this.searches.push(search);
    return this.#answer(cursor, signal);
  }
}

export class FakeWebSearch extends FakeMaps {
  override readonly id = "serper";
  override readonly name = "Serper";
  override readonly maxResults = 300;
  override readonly pageSize = 10;
}

/** A maps service with fixed pages, reached by the cursors „page 2“, „page 3“ … */
export function mapsWith(...pages: CompanyHit[][]): FakeMaps {
  return new FakeMaps((cursor) => {
    const index = cursor === null ? 0 : Number(cursor.slice("page ".length)) - 1;
    const nextCursor = index + 1 < pages.length ? `page ${index + 2}` : null;
    return { hits: pages[index] ?? [], nextCursor, creditsCharged: 1 };
  });
}

/** A page of the web of which address and title are known. */
export function webHit(link: string, title = "Startseite"): CompanyHit {
  return toCompanyHit({ link, title });
}

/** The start pages of some companies, numbered from `first`. */
export function webHits(first: number, count: number): CompanyHit[] {
  return Array.from({ length: count }, (_, n) =>
    webHit(`https://www.firma-${first + n}.de/`, `Firma ${first + n} GmbH | Startseite`),
  );
}

/** A web search with fixed pages, reached by the cursors „2“, „3“ … */
export function webWith(...pages: CompanyHit[][]): FakeWebSearch {
  return new FakeWebSearch((cursor) => {
    const number = cursor === null ? 1 : Number(cursor);
    const nextCursor = number < pages.length ? String(number + 1) : null;
    return { hits: pages[number - 1] ?? [], nextCursor, creditsCharged: 1 };
  });
}

type FinderAnswer = (asked: string, signal: AbortSignal) => EmailAnswer | Promise<EmailAnswer>;

/**
 * An email finder that answers what it is told, and remembers what it was asked: the domain or the company's name, of
 * persons with the category or the name behind it, as in „firma.de ceo“.
 */
export class FakeFinder implements EmailFinder {
  readonly id = "anymailfinder";
  readonly name = "Anymailfinder";
  readonly concurrency: number;
  readonly asked: string[] = [];
  underWay = 0;
  readonly #answer: FinderAnswer;

  constructor(answer: FinderAnswer = found, concurrency = 1) {
    this.#answer = answer;
    this.concurrency = concurrency;
  }

  async find(question: Question, signal: AbortSignal): Promise<EmailAnswer> {
    await firstRequestHook()?.();
    const asked = wordsOf(question);
    this.asked.push(asked);
    this.underWay += 1;
    try {
      return await this.#answer(asked, signal);
    } finally {
      this.underWay -= 1;
    }
  }
}

function wordsOf(question: Question): string {
  const { company } = question;
  const name = "domain" in company ? company.domain : company.companyName;
  if (question.kind === "company") return name;
  return `${name} ${question.kind === "person" ? question.fullName : question.category}`;
}

/** A deliverable address of a person, with its owner. */
export function foundPerson(email: string, contact: Partial<Contact> = {}): EmailAnswer {
  return {
    state: "found",
    emails: [email],
    unverifiedEmail: null,
    contact: { name: "Erika Mustermann", title: "Geschäftsführerin", profileUrl: null, ...contact },
    creditsCharged: 2,
  };
}

export function found(domain: string): EmailAnswer {
  return { state: "found", emails: [`info@${domain}`, `post@${domain}`], creditsCharged: 1 };
}

export const NOT_FOUND: EmailAnswer = { state: "not_found", emails: [], creditsCharged: 0 };
