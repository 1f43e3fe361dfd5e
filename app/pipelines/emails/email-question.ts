import type { PendingEmail } from "~db/queries/job-results";
import type {
  CompanyReference,
  DecisionMakerCategory,
  EmailAnswer,
  EmailFinder,
} from "../../providers/email-finder";

type Asked = Pick<PendingEmail, "domain" | "companyName" | "contactName">;

export interface Question {
  /** Under which its answer is remembered, however names in it are written. */
  key: { subject: string; question: string };
  /** @throws ProviderError */
  ask(finder: EmailFinder, signal: AbortSignal): Promise<EmailAnswer>;
}

export interface EmailQuestion {
  /** Ends the sentence about a company that can't be asked: „ohne …“. */
  wanted: string;
  /** Whether it asks for a person, who may have moved on to another company. */
  isPersonal: boolean;
  /** Null where too little is known of the result. */
  about(item: Asked): Question | null;
}

export const COMPANY_QUESTION = "company";

/** All addresses of a company. */
export const companyEmails: EmailQuestion = {
  wanted: "E-Mail",
  isPersonal: false,
  about({ domain }) {
    if (domain === null) return null;
    return {
      key: { subject: domain, question: COMPANY_QUESTION },
      ask: (finder, signal) => finder.findCompanyEmails(domain, signal),
    };
  },
};

export function decisionMaker(category: DecisionMakerCategory): EmailQuestion {
  return {
    wanted: "gefundene Ansprechperson",
    isPersonal: true,
    about(item) {
      const company = referenceOf(item);
      if (company === null) return null;
      return {
        key: { subject: subjectOf(company), question: `decision-maker:${category}` },
        ask: (finder, signal) => finder.findDecisionMaker(company, category, signal),
      };
    },
  };
}

export const personEmails: EmailQuestion = {
  wanted: "E-Mail der Person",
  isPersonal: true,
  about(item) {
    const company = referenceOf(item);
    const name = textOf(item.contactName);
    if (company === null || name === null) return null;
    return {
      key: { subject: subjectOf(company), question: `person:${name}` },
      ask: (finder, signal) => finder.findPerson(company, name, signal),
    };
  },
};

function textOf(value: string | null): string | null {
  return value?.trim() || null;
}

function referenceOf({ domain, companyName }: Asked): CompanyReference | null {
  if (domain !== null) return { domain };
  const name = textOf(companyName);
  return name === null ? null : { companyName: name };
}

function subjectOf(company: CompanyReference): string {
  return "domain" in company ? company.domain : `name:${company.companyName}`;
}
