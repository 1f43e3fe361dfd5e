import type { PendingEmail } from "~db/queries/job-results";
import type {
  CompanyReference,
  DecisionMakerCategory,
  EmailAnswer,
  EmailFinder,
} from "../../providers/email-finder";

type Asked = Pick<PendingEmail, "domain" | "companyName" | "contactName">;

export interface Question {
  key: { subject: string; question: string };
  ask(finder: EmailFinder, signal: AbortSignal): Promise<EmailAnswer>;
}

export interface EmailQuestion {
  wanted: string;
  isPersonal: boolean;
  about(item: Asked): Question | null;
}

export const COMPANY_QUESTION = "company";

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
    about: (item) =>
      askAt(
        item,
        `decision-maker:${category}`,
        (company) => (finder, signal) => finder.findDecisionMaker(company, category, signal),
      ),
  };
}

export const personEmails: EmailQuestion = {
  wanted: "E-Mail der Person",
  isPersonal: true,
  about(item) {
    const name = item.contactName?.trim();
    if (!name) return null;
    return askAt(
      item,
      `person:${name}`,
      (company) => (finder, signal) => finder.findPerson(company, name, signal),
    );
  },
};

function askAt(
  { domain, companyName }: Asked,
  question: string,
  askOf: (company: CompanyReference) => Question["ask"],
): Question | null {
  if (domain !== null) return { key: { subject: domain, question }, ask: askOf({ domain }) };
  const name = companyName?.trim();
  if (!name) return null;
  return { key: { subject: `name:${name}`, question }, ask: askOf({ companyName: name }) };
}
