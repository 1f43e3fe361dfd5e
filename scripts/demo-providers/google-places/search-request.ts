import { z } from "zod";

const position = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

const rectangle = z.strictObject({ low: position, high: position });

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
    locationBias: z
      .union([
        z.strictObject({ rectangle }),
        z.strictObject({
          circle: z.strictObject({ center: position, radius: z.number().min(0).max(50_000) }),
        }),
      ])
      .optional(),
    locationRestriction: z.strictObject({ rectangle }).optional(),
    rankPreference: z.enum(["RANK_PREFERENCE_UNSPECIFIED", "RELEVANCE", "DISTANCE"]).optional(),
    minRating: z.number().min(0).max(5).optional(),
    openNow: z.boolean().optional(),
    includePureServiceAreaBusinesses: z.boolean().optional(),
    includeFutureOpeningBusinesses: z.boolean().optional(),
  })
  .refine((request) => !(request.locationBias && request.locationRestriction), {
    message: "Only one of location_bias and location_restriction may be set.",
    path: ["locationRestriction"],
  })
  .refine(({ locationRestriction: area }) => !area || isUpright(area.rectangle), {
    message: "low.latitude must not be larger than high.latitude.",
    path: ["locationRestriction", "rectangle"],
  })
  .refine(({ pageSize, maxResultCount }) => (pageSize ?? maxResultCount ?? 0) >= 0, {
    message: "page_size must not be negative.",
    path: ["pageSize"],
  });

function isUpright({ low, high }: z.infer<typeof rectangle>): boolean {
  return low.latitude <= high.latitude;
}

export type SearchRequest = z.infer<typeof searchRequestSchema>;

/** What Google would complain about first: message and name of the field. */
export function firstProblem(error: z.ZodError): { message: string; field: string } {
  const [issue] = error.issues;
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === "unrecognized_keys") {
    const name = issue.keys[0] ?? "";
    const where = path.length === 0 ? "" : ` at '${path.join(".")}'`;
    const message = `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.`;
    return { message, field: path.join(".") };
  }
  const field = path.map(snakeCase).join(".");
  return { message: `Invalid value at '${field}': ${issue?.message ?? "invalid"}`, field };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
