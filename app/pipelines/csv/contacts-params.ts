import { z } from "zod";
import { DECISION_MAKER_CATEGORIES } from "../../providers/email-finder";

/** What a job that looks for the contact persons of a list was asked for; stands in the job's `params`. */
export const ContactsParamsSchema = z.object({
  mode: z.literal("contacts"),
  uploadId: z.string(),
  fileName: z.string(),
  rows: z.int(),
  /** Header of the column with a domain, a website or an email address. */
  domainColumn: z.string().nullable(),
  /** Header of the column with the company's name. */
  companyColumn: z.string().nullable(),
  category: z.enum(DECISION_MAKER_CATEGORIES),
});
export type ContactsParams = z.infer<typeof ContactsParamsSchema>;
