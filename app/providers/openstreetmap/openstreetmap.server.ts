import { z } from "zod";
import {
  type Area,
  AreaSchema,
  isLandscape,
  knownArea,
  quarter,
  readRegion,
  regionKey,
  widened,
} from "../../reading/places/regions";
import type { CompanySearch } from "../company-search";
import type { CallSettings } from "../fetch/call-provider.server";
import { readEach } from "../fetch/loose-fields";
import { type Question, serviceClient } from "../fetch/service-client.server";
import { OPEN_DATA, OPEN_DATA_NAME } from "../services";
import { areasOf, isArea, PlaceSchema } from "./found-areas";
import { buildQuery, ElementSchema, MAX_ELEMENTS, QUERY_SECONDS, toCompanyHit } from "./overpass";
import { tradeTags } from "./trade-tags";

type Instance = "overpass" | "nominatim";

export interface OpenStreetMapSetup {
  baseUrls: Record<Instance, string>;
  origin: string;
  /** Operators block clients without a contact. */
  contact(): Promise<string | null>;
  /** The operators ask clients not to repeat look-ups, so answers stay for good. */
  areas: {
    get(region: string): Promise<unknown>;
    save(region: string, areas: Area[]): Promise<void>;
  };
  settings: Record<Instance, CallSettings>;
}

/** The operators ask for at least the shorter pause after a 429. */
const [BUSY_MS, MAX_BUSY_MS] = [30_000, 60_000];
const MAX_DIVISIONS = 3;
/** Asked parts, incomplete parts, open parts; „12“ is quarter 2 of quarter 1. */
const CURSOR = /^(\d+) (\d+) ([0-3,]+)$/;

/** The server sets `remark` in an incomplete answer. */
const AnswerSchema = z.object({ elements: z.array(z.unknown()), remark: z.string().catch("") });
const KeptSchema = z.array(AreaSchema).optional();

const send = serviceClient({
  provider: OPEN_DATA_NAME,
  keyHeader: () => ({}),
  // 406: the server asks for a user agent.
  classify: (status) => (status === 406 ? "forbidden" : null),
  waitMs: (asked, status) =>
    status === 429 ? Math.min(Math.max(asked ?? 0, BUSY_MS), MAX_BUSY_MS) : asked,
  errorText: () => "",
});

/**
 * Nominatim finds the region, Overpass its companies. Needs no key.
 * Sources: https://operations.osmfoundation.org/policies/nominatim/, https://dev.overpass-api.de/overpass-doc/
 */
export function openStreetMap({
  baseUrls,
  origin,
  contact,
  areas,
  settings,
}: OpenStreetMapSetup): CompanySearch {
  async function ask<Schema extends z.ZodType>(
    instance: Instance,
    question: Question<Schema>,
  ): Promise<z.infer<Schema>> {
    const identity = [await contact(), origin].filter(Boolean).join("; ");
    const headers = { "user-agent": `Leadspeicher/1.0 (${identity})`, "accept-language": "de" };
    const server = { apiKey: "", baseUrl: baseUrls[instance] };
    return send(server, settings[instance], { ...question, headers, maxBytes: 30_000_000 });
  }

  async function findPlaces(place: string, countries: string, signal: AbortSignal) {
    const asked = `${new URLSearchParams({ q: place })}&format=jsonv2${countries}`;
    const places = await ask("nominatim", {
      method: "GET",
      path: `/search?${asked}&addressdetails=1&limit=20`,
      schema: z.array(z.unknown()),
      timeoutMs: 15_000,
      tries: 3,
      signal,
    });
    return readEach(PlaceSchema, places);
  }

  async function findAreas(place: string, signal: AbortSignal) {
    const known = knownArea(place);
    if (known !== undefined) return { found: [known], others: [] };
    const kept = KeptSchema.parse(await areas.get(regionKey(place)));
    if (kept !== undefined) return { found: kept, others: [] };
    const others = await findPlaces(place, "&countrycodes=de", signal);
    const found = areasOf(place, others);
    if (found.length > 0) await areas.save(regionKey(place), found);
    if (found.length > 1) {
      for (const area of found) await areas.save(regionKey(area.label), [area]);
    }
    return { found, others };
  }

  return {
    id: OPEN_DATA,
    name: OPEN_DATA_NAME,
    maxResults: 500,
    pageSize: 1,
    openData: {
      async findRegion(region, signal) {
        const { place, aroundKm } = readRegion(region);
        const around = aroundKm === 0 ? "" : ` + ${aroundKm} km`;
        const { found, others } = await findAreas(place, signal);
        const places = found.map(({ label }) => `${label}${around}`);
        const box = found[0] && widened(found[0], aroundKm).box;
        if (places.length > 0) return { places, isAbroad: false, box };
        // „Wien“ also names streets of German towns.
        const [anywhere] = await findPlaces(place, "", signal);
        if (anywhere !== undefined && isArea(anywhere)) return { places, isAbroad: true };
        const { city, town, village } = others[0]?.address ?? {};
        const within = others.length === 0 ? undefined : (city ?? town ?? village ?? null);
        return { places, isAbroad: false, within };
      },
    },
    async searchPage({ query, region }, cursor, signal) {
      const { place, aroundKm } = readRegion(region);
      const [found] = (await findAreas(place, signal)).found;
      if (found === undefined) return { hits: [], nextCursor: null, creditsCharged: 0 };
      const area = widened(found, aroundKm);
      // The source may change during a search, so a foreign cursor starts anew.
      const [, asked = "0", incomplete = "0", open = ""] = CURSOR.exec(cursor ?? "") ?? [];
      const [part = "", ...others] = open.split(",");
      const box = part === "" ? null : [...part].map(Number).reduce(quarter, area.box);
      const { filters, isByName } = tradeTags(query);
      const { elements, remark } = await ask("overpass", {
        method: "POST",
        path: "/api/interpreter",
        body: new URLSearchParams({ data: buildQuery(filters, area, box) }),
        schema: AnswerSchema,
        timeoutMs: (QUERY_SECONDS + 30) * 1_000,
        tries: 1,
        signal,
      });
      const read = readEach(ElementSchema, elements);
      const isPartial = remark !== "" || elements.length >= MAX_ELEMENTS;
      const isDivided = isPartial && part.length < MAX_DIVISIONS;
      const parts = [
        ...(isDivided ? [0, 1, 2, 3].map((number) => `${part}${number}`) : []),
        ...others,
      ];
      const ended = Number(asked) + (isDivided ? 0 : 1);
      const lacking = Number(incomplete) + (isPartial && !isDivided ? 1 : 0);
      const warnings = isByName ? [byName(query)] : [];
      if (cursor === null && isLandscape(place)) warnings.push(byBox(place));
      if (cursor === null && (await contact()) === null) warnings.push(NO_CONTACT);
      if (parts.length === 0 && lacking > 0) warnings.push(incompleteParts(lacking, ended));
      return {
        hits: read.flatMap((element) => toCompanyHit(element) ?? []),
        unreadable: elements.length - read.length,
        nextCursor: parts.length === 0 ? null : `${ended} ${lacking} ${parts.join(",")}`,
        creditsCharged: 0,
        warnings,
      };
    },
  };
}

const NO_CONTACT =
  "Langsam gesucht, weil die Betreiber von OpenStreetMap nicht wissen, wen sie erreichen können. Bitte unter „Einstellungen“ bei „OpenStreetMap“ einen Kontakt eintragen.";

const byBox = (place: string) =>
  `„${place}“ hat keine feste Grenze und ist ungefähr durchsucht. Genauer sucht ein Ort mit Umkreis, zum Beispiel „Kempten + 30 km“.`;

const byName = (query: string) =>
  `Nach Namen gesucht, da „${query}“ in OpenStreetMap keine eigene Kategorie hat: Gefunden werden nur Firmen, die das Wort im Namen tragen.`;

const incompleteParts = (lacking: number, ended: number) =>
  `OpenStreetMap hat ${lacking} von ${ended} Teilgebieten der Region nur zum Teil durchsucht. Einzelne Orte bringen dort mehr.`;
