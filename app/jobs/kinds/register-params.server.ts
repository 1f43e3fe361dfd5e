import { z } from "zod";
import type { RegisterConditions } from "~db/queries/register";
import { MARKET_ROLES, type RegisterFilter } from "../../reading/companies/market";
import { FEDERAL_STATE_NAMES } from "../../reading/places/federal-states";

const TextSchema = z.string().trim().max(200).catch("");

/** Query parameters of the page. An unknown value means no filter. */
export const RegisterFilterSchema: z.ZodType<RegisterFilter, unknown> = z.object({
  rolle: z.enum(["", ...MARKET_ROLES]).catch(""),
  bundesland: z.enum(["", "unbekannt", ...FEDERAL_STATE_NAMES]).catch(""),
  ort: TextSchema,
  name: TextSchema,
});

export const RegisterParamsSchema = z.object({
  exportId: z.int(),
  filter: RegisterFilterSchema,
  /** Null for everything the filter matches. */
  numbers: z.array(z.string()).nullable(),
});

export function conditionsOf(params: z.infer<typeof RegisterParamsSchema>): RegisterConditions {
  const { exportId, filter, numbers } = params;
  const { rolle, bundesland, ort, name } = filter;
  return {
    exportId,
    ...(rolle === "" ? {} : { roles: 1 << MARKET_ROLES.indexOf(rolle) }),
    ...(bundesland === "" ? {} : { federalState: bundesland === "unbekannt" ? null : bundesland }),
    ...(numbers === null ? {} : { numbers }),
    place: ort,
    name,
  };
}
