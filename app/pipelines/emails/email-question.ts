import type { PendingEmail } from "~db/queries/job-results";
import type { DecisionMakerCategory, Question } from "../../providers/email-finder";

type Asked = Pick<PendingEmail, "domain" | "companyName" | "contactName">;

export interface EmailQuestion {
  wanted: string;
  isPersonal: boolean;
  /** Null if too little is known to ask. */
  about(item: Asked): Question | null;
}

function companyOf({ domain, companyName }: Asked): Question["company"] | null {
  if (domain !== null) return { domain };
  const name = companyName?.trim();
  return name ? { companyName: name } : null;
}

export const companyEmails: EmailQuestion = {
  wanted: "E-Mail",
  isPersonal: false,
  about: ({ domain }) => (domain === null ? null : { kind: "company", company: { domain } }),
};

export function decisionMaker(category: DecisionMakerCategory): EmailQuestion {
  return {
    wanted: "gefundene Ansprechperson",
    isPersonal: true,
    about(item) {
      const company = companyOf(item);
      return company && { kind: "decision-maker", company, category };
    },
  };
}

export const personEmails: EmailQuestion = {
  wanted: "E-Mail der Person",
  isPersonal: true,
  about(item) {
    const company = companyOf(item);
    const fullName = item.contactName?.trim();
    return company && fullName ? { kind: "person", company, fullName } : null;
  },
};
