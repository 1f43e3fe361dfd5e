import { z } from "zod";

/**
 * Body of `places:searchText`, as far as the product may use it.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places/searchText
 */
export const searchRequestSchema = z
  .strictObject({
    textQuery: z.string().trim().min(1),
    languageCode: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
      .optional(),
    regionCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .optional(),
    pageSize: z.int().optional(),
    maxResultCount: z.int().optional(),
    pageToken: z.string().optional(),
    includedType: z.string().optional(),
    strictTypeFiltering: z.boolean().optional(),
    minRating: z.number().min(0).max(5).optional(),
    includePureServiceAreaBusinesses: z.boolean().optional(),
  })
  .refine(({ pageSize, maxResultCount }) => (pageSize ?? maxResultCount ?? 0) >= 0, {
    message: "page_size must not be negative.",
    path: ["pageSize"],
  });

export type SearchRequest = z.infer<typeof searchRequestSchema>;

/** What Google would complain about first: message and name of the field. */
export function firstProblem(error: z.ZodError): { message: string; field: string } {
  const [issue] = error.issues;
  if (issue?.code === "unrecognized_keys") {
    const [name = ""] = issue.keys;
    const message = `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`;
    return { message, field: name };
  }
  const path = issue?.path.join(".") ?? "";
  const field = path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { message: `Invalid value at '${field}': ${issue?.message ?? "invalid"}`, field };
}
