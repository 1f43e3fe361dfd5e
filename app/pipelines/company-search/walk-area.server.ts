import PQueue from "p-queue";
import { z } from "zod";
import type { Db } from "~db/client";
import { peopleIn } from "~db/german-places";
import { addBoughtPlaces, findKnownPlaces, insertAreaCell } from "~db/queries/area-cells";
import { findResultDomains } from "~db/queries/job-results";
import { formatCount } from "../../format/german";
import { findArea, planArea } from "../../jobs/area/find-area.server";
import { type Cell, MOST_PLACES } from "../../jobs/area/plan-fetch";
import type { SearchParams } from "../../jobs/kinds/job-params.server";
import { MAPS_KEY } from "../../jobs/kinds/registry";
import { unknownRegion } from "../../jobs/kinds/start-job.server";
import { type BookedCall, CeilingReachedError } from "../../jobs/ledger/call-ledger.server";
import { loadPrices } from "../../jobs/ledger/cost.server";
import { JobFailure, type JobRun, type PipelineServices } from "../../jobs/runner/job-run.server";
import { storeFound } from "../../jobs/runner/store-found.server";
import type { CompanySearch, HitPage, IdPage, MapSearch } from "../../providers/company-search";
import { PLACE_DETAILS, PLACE_IDS } from "../../providers/services";
import { FEDERAL_STATE_NAMES } from "../../reading/places/federal-states";
import { liesIn, parseRegion, statesNamed } from "../../reading/places/lies-in.server";
import {
  type Box,
  BoxSchema,
  edgeKm,
  knownArea,
  quarter,
  regionKey,
  widened,
} from "../../reading/places/regions";
import { unreadableWarning } from "./search-goal.server";

/** Smaller cells are not split. */
const LEAST_EDGE_KM = 0.5;
const MAX_CELLS = 2_000;
const MAX_ID_PAGES = 3;
/** A cell this far from the next town of the state lies outside. */
const OUTSIDE_KM = 15;
/** If ids cost money, the walk ends with less than this share of unknown ids among the last ones. */
const [LEAST_NEW_SHARE, LAST_IDS] = [0.05, 100];
/** Singles beyond the plan, where pages did not bring what was counted, of all planned requests. */
const MORE_SINGLES = 0.05;

const AreaCheckpointSchema = z.object({
  isCounted: z.boolean().default(false),
  /** Those left; null before the first. */
  boxes: z
    .array(z.object({ box: BoxSchema, pages: z.int() }))
    .nullable()
    .default(null),
  cursor: z.string().nullable().default(null),
  singles: z.int().default(0),
  planned: z.int().default(0),
});
type AreaCheckpoint = z.infer<typeof AreaCheckpointSchema>;

interface Area {
  run: JobRun;
  source: CompanySearch;
  places: NonNullable<CompanySearch["places"]>;
  services: PipelineServices;
  params: SearchParams;
  /** Rectangles cut towns well, but not the borders of a state. */
  search: Pick<MapSearch, "query" | "region">;
  /** None for a town. */
  states: readonly string[];
  regionKey: string;
}

/** `people` in hundreds: companies are where people live. */
type OpenCell = Pick<Cell, "path" | "box"> & { people: number };

/** An area of states has only the quarters that lie there. */
function quartersOf({ path, box }: Pick<Cell, "path" | "box">, states: readonly string[]) {
  return [0, 1, 2, 3].flatMap((part): OpenCell[] => {
    const own = quarter(box, part);
    const around = widened({ label: "", selector: null, box: own }, OUTSIDE_KM).box;
    if (states.length > 0 && peopleIn(around, states) === 0) return [];
    return [{ path: `${path}${part}`, box: own, people: peopleIn(own, states) }];
  });
}

async function findBox({ run, services, params }: Area): Promise<Box> {
  const osm = await services.providers.maps("osm");
  const found = await osm?.openData?.findRegion(params.region, run.signal);
  if (found?.box !== undefined) return found.box;
  throw new JobFailure(unknownRegion(params.region, found ?? { places: [], isAbroad: false }));
}

/** All ids that Google tells for the cell, at most 60. */
async function askIds({ run, source, places, services, search }: Area, box: Box) {
  const counter = { id: PLACE_IDS, name: source.name };
  const calls: BookedCall[] = [];
  const told: string[] = [];
  let cursor: string | null = null;
  for (let page = 1; page <= MAX_ID_PAGES && (page === 1 || cursor !== null); page += 1) {
    const { booked, answer } = await services.ledger.make<IdPage>(run, counter, `ids ${page}`, () =>
      places.searchIds({ ...search, box }, cursor, run.signal),
    );
    calls.push(booked);
    told.push(...answer.ids);
    cursor = answer.nextCursor;
  }
  return { calls, ids: [...new Set(told)], isFull: told.length >= MOST_PLACES };
}

/** Splits the area in four where Google does not tell all, until nothing is left or enough new places are known. */
async function countPlaces(area: Area): Promise<void> {
  const { run, services, states } = area;
  const { cells, ids: counted, fresh: begun } = await findArea(run.db, run.job);
  const ids = new Set(counted);
  const fresh = new Set(begun);
  const walked = new Set(cells.map(({ path }) => path));
  let open = cells
    .filter(({ isSplit }) => isSplit)
    .flatMap((cell) => quartersOf(cell, states))
    .filter(({ path }) => !walked.has(path));
  if (cells.length === 0) open = [{ path: "", box: await findBox(area), people: 0 }];
  const isFree = ((await loadPrices(run.db))(PLACE_IDS) ?? 0) === 0;
  const lately: boolean[] = [];
  let crowded = 0;
  while (open.length > 0 && fresh.size < run.job.requested) {
    run.signal.throwIfAborted();
    const isBarren =
      lately.length >= LAST_IDS && lately.filter(Boolean).length < LEAST_NEW_SHARE * LAST_IDS;
    if (walked.size >= MAX_CELLS || (isBarren && !isFree)) break;
    open.sort((a, b) => b.people - a.people);
    const [cell, ...others] = open;
    if (cell === undefined) break;
    const { calls, ids: told, isFull } = await askIds(area, cell.box);
    const isSplit = isFull && edgeKm(cell.box) > LEAST_EDGE_KM;
    const places = await findKnownPlaces(run.db, told, area.regionKey);
    const known = new Set(places.map(({ id }) => id));
    for (const id of told.filter((one) => !ids.has(one))) {
      ids.add(id);
      lately.push(!known.has(id));
      if (!known.has(id)) fresh.add(id);
    }
    lately.splice(0, lately.length - LAST_IDS);
    walked.add(cell.path);
    if (isFull && !isSplit) crowded += 1;
    open = [...others, ...(isSplit ? quartersOf(cell, states) : [])];
    const left = open.reduce((share, { path }) => share + 4 ** -path.length, 0);
    const share = Math.max(1 - left, fresh.size / run.job.requested);
    await run.step(async (trx, job) => {
      for (const call of calls) await services.ledger.settle(trx, call, 1);
      await insertAreaCell(trx, {
        jobId: job.id,
        path: cell.path,
        box: JSON.stringify(cell.box),
        placeIds: JSON.stringify(told),
        isSplit: isSplit ? 1 : 0,
      });
      return { change: { progress: Math.round(95 * Math.min(1, share)) } };
    });
  }
  if (crowded > 0) await run.warn(crowdedWarning(crowded));
  if (open.length > 0 && fresh.size < run.job.requested) await run.warn(UNFINISHED);
}

const crowdedWarning = (count: number) =>
  `In ${formatCount(count, "Feld", "Feldern")} unter 500 m Seitenlänge nennt Google nur ${MOST_PLACES} von mehr Firmen.`;
const UNFINISHED =
  "Nicht das ganze Gebiet ist gezählt. Ein kleineres Gebiet oder ein genauerer Begriff zeigt den Rest.";

/** Buys the pages of the plan, then the single places that they did not bring. */
async function fetchPlaces(area: Area, begun: AreaCheckpoint): Promise<void> {
  const { run, source, places, services, params, search } = area;
  let checkpoint = begun;
  if (checkpoint.boxes === null) {
    const { cells, fresh } = await findArea(run.db, run.job);
    const { boxes, pages, singles } = planArea(await loadPrices(run.db), cells, fresh).plan;
    checkpoint = { ...begun, boxes, singles, planned: pages + singles };
    await run.update({ checkpoint: JSON.stringify(checkpoint) });
  }
  const { planned } = checkpoint;
  let unreadable = 0;
  const seen = await findResultDomains(run.db, run.job.id);
  const region = parseRegion(params.region);

  async function buy(
    provider: { id: string; name: string },
    ask: () => Promise<HitPage>,
    nextOf: (answer: HitPage) => AreaCheckpoint,
    asked: readonly string[] = [],
  ) {
    run.signal.throwIfAborted();
    const { booked, answer } = await services.ledger.make(run, provider, "page area", ask);
    const told = answer.hits.map(({ id }) => id);
    const known = await findKnownPlaces(run.db, told, area.regionKey);
    const bought = new Set(known.flatMap(({ id, isBought }) => (isBought ? id : [])));
    const hits = answer.hits.filter(({ id }) => !bought.has(id) && bought.add(id));
    for (const { company } of hits)
      company.isOutside ||= region !== null && liesIn(region, company) === "outside";
    const found = hits.map(({ id, company }) => {
      return { id, region: company.isOutside ? area.regionKey : "" };
    });
    const gone = asked.filter((id) => !told.includes(id)).map((id) => ({ id, region: "" }));
    const next = nextOf(answer);
    const left = (next.boxes ?? []).reduce((all, { pages }) => all + pages, next.singles);
    const finding = {
      ...{ provider: source.id, term: params.query, region: params.region, seen },
      before: async (trx: Db) => {
        await services.ledger.settle(trx, booked, answer.creditsCharged);
        await addBoughtPlaces(trx, [...found, ...gone]);
      },
    };
    await storeFound(
      run,
      hits.map(({ company }) => company),
      finding,
      () => ({
        progress: Math.round(55 * Math.max(0, 1 - left / Math.max(1, planned))),
        checkpoint: JSON.stringify(next),
      }),
    );
    checkpoint = next;
    unreadable += answer.unreadable ?? 0;
  }

  for (let [current, ...others] = checkpoint.boxes ?? []; current !== undefined; ) {
    const { box, pages } = current;
    await buy(
      source,
      () => source.searchPage({ ...search, box }, checkpoint.cursor, run.signal),
      ({ nextCursor }) => {
        const isOver = pages <= 1 || nextCursor === null;
        const boxes = isOver ? others : [{ box, pages: pages - 1 }, ...others];
        return { ...checkpoint, boxes, cursor: isOver ? null : nextCursor };
      },
    );
    [current, ...others] = checkpoint.boxes ?? [];
  }
  const { fresh } = await findArea(run.db, run.job);
  const most = Math.max(0, checkpoint.singles + Math.ceil(MORE_SINGLES * planned));
  for (const id of fresh.slice(0, most)) {
    const ask = async () => {
      const hit = await places.find(id, run.signal);
      return { hits: hit === null ? [] : [hit], nextCursor: null, creditsCharged: 1 };
    };
    const next = () => ({ ...checkpoint, singles: checkpoint.singles - 1 });
    await buy({ id: PLACE_DETAILS, name: source.name }, ask, next, [id]);
  }
  if (fresh.length > most) await run.warn(lackingWarning(fresh.length - most));
  if (unreadable > 0) await run.warn(unreadableWarning(unreadable));
}

const lackingWarning = (count: number) =>
  `${formatCount(count, "gezählte Firma", "gezählte Firmen")} nannte Google beim Holen nicht mehr. Eine neue Zählung findet, was es noch gibt.`;

const oneAtATime = new PQueue({ concurrency: 1 });

/** Counts first. @returns whether companies were fetched, which a person has to ask for */
export async function walkArea(
  run: JobRun,
  source: CompanySearch | null,
  services: PipelineServices,
  params: SearchParams,
): Promise<boolean> {
  if (source?.places === undefined) throw new JobFailure(MAPS_KEY.missing, "missing_key");
  const { query, region } = params;
  const isGermany = knownArea(region)?.label === "Deutschland";
  const states = isGermany ? FEDERAL_STATE_NAMES : statesNamed(region);
  const search = { query, region: states.length > 0 ? region : "" };
  const key = { regionKey: regionKey(region), states, search };
  const area = { run, source, places: source.places, services, params, ...key };
  const checkpoint = AreaCheckpointSchema.parse(JSON.parse(run.job.checkpoint ?? "{}"));
  // Areas may overlap: the next one sees what is bought.
  const walk = checkpoint.isCounted
    ? oneAtATime.add(() => fetchPlaces(area, checkpoint), { signal: run.signal })
    : countPlaces(area);
  await walk.catch((error: unknown) => {
    // A restart goes on where the month ended.
    throw error instanceof CeilingReachedError ? new JobFailure(error.message, error.kind) : error;
  });
  return checkpoint.isCounted;
}
