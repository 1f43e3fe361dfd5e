import { z } from "zod";

const value = z.string().nullable();

/** A company's details in its Impressum, as German law demands them; null where absent. */
export const ImprintSchema = z.object({
  companyName: value,
  /** In short: „GmbH & Co. KG“, „e.V.“ */
  legalForm: value,
  street: value,
  /** Five digits; four in Austria and Switzerland. */
  postalCode: value,
  city: value,
  /** E.164 */
  phone: value,
  email: value,
  /** Those who lead the company, with their titles. */
  management: z.array(z.string()),
  /** The court's place: „Charlottenburg“; in Austria with its kind: „Landesgericht Linz“ */
  registerCourt: value,
  /** „HRB 12345 B“ */
  registerNumber: value,
  /** „DE123456789“, „ATU12345678“ */
  vatId: value,
});
export type Imprint = z.infer<typeof ImprintSchema>;

/** With the address of a person, which is none for everybody. */
export const ImprintReadingSchema = ImprintSchema.extend({ personalEmail: value });
export type ImprintReading = z.infer<typeof ImprintReadingSchema>;
