import { z } from "zod";

const CallSchema = z.object({
  at: z.iso.datetime().transform((time) => Date.parse(time)),
  provider: z.string(),
  path: z.string(),
  body: z.unknown(),
});
export type ProviderCall = z.infer<typeof CallSchema>;

/** Every call that the local providers got since the last reset, in order of arrival. */
export async function listCalls(providersOrigin: string): Promise<ProviderCall[]> {
  const response = await fetch(`${providersOrigin}/_control/calls`);
  return z.object({ calls: z.array(CallSchema) }).parse(await response.json()).calls;
}

const PageCallSchema = z.object({ textQuery: z.string(), pageToken: z.string().default("") });
/** Of a company without a domain only the name is asked for. */
const EmailCallSchema = z.object({ domain: z.string().default("") });

/** How often a provider was asked the same. */
async function countSame(origin: string, provider: string, keyOf: (body: unknown) => string) {
  const times = new Map<string, number>();
  for (const call of await listCalls(origin)) {
    if (call.provider !== provider) continue;
    const key = keyOf(call.body);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
}

/** How often each page of each map search was asked for. */
export function countPageCalls(providersOrigin: string): Promise<Map<string, number>> {
  return countSame(providersOrigin, "google-places", (body) => {
    const { textQuery, pageToken } = PageCallSchema.parse(body);
    return `${textQuery} ${pageToken}`;
  });
}

/** How often each domain's email was asked for. */
export function countEmailCalls(providersOrigin: string): Promise<Map<string, number>> {
  const domainOf = (body: unknown) => EmailCallSchema.parse(body).domain;
  return countSame(providersOrigin, "anymailfinder", domainOf);
}

/** A place as Google sends it, with a domain of its own. */
export function googlePlace(index: number, change: Record<string, unknown> = {}) {
  return {
    id: `place-${index}`,
    displayName: { text: `Testfirma ${index} GmbH`, languageCode: "de" },
    formattedAddress: `Teststraße ${index}, 10115 Berlin, Deutschland`,
    websiteUri: `https://www.testfirma-${index}.example/`,
    internationalPhoneNumber: "+49 30 23125101",
    businessStatus: "OPERATIONAL",
    ...change,
  };
}

/** A page of such places, numbered from `first`. */
export function googlePage(first: number, count: number, nextPageToken?: string) {
  const places = Array.from({ length: count }, (_, index) => googlePlace(first + index));
  return nextPageToken === undefined ? { places } : { places, nextPageToken };
}
