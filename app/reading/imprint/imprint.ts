import { z } from "zod";

const value = z.string().nullable();

/** German law requires these; null if absent. */
export const ImprintSchema = z.object({
  companyName: value,
  /** „GmbH & Co. KG“, „e.V.“ */
  legalForm: value,
  street: value,
  /** Five digits; four in Austria and Switzerland. */
  postalCode: value,
  city: value,
  /** E.164 */
  phone: value,
  email: value,
  /** With titles. */
  management: z.array(z.string()),
  /** „Charlottenburg“; in Austria „Landesgericht Linz“. */
  registerCourt: value,
  /** „HRB 12345 B“ */
  registerNumber: value,
  /** „DE123456789“, „ATU12345678“ */
  vatId: value,
});
export type Imprint = z.infer<typeof ImprintSchema>;

/** `personalEmail` is a person's address, kept apart from public ones. */
export const ImprintReadingSchema = ImprintSchema.extend({ personalEmail: value });
export type ImprintReading = z.infer<typeof ImprintReadingSchema>;
