import type { Box } from "../../reading/places/regions";

/** A rectangle that was asked for its ids, in the order of the answer. */
export interface Cell {
  path: string;
  box: Box;
  ids: readonly string[];
  isSplit: boolean;
}

/** First the pages of each box, then the single places that are still unknown. */
export interface FetchPlan {
  boxes: { box: Box; pages: number }[];
  /** Pages of all boxes. */
  pages: number;
  singles: number;
}

export const PAGE_SIZE = 20;
/** A search tells no more places. */
export const MOST_PLACES = 60;

type Purchase = FetchPlan & { cost: number };
interface Prices {
  page: number;
  single: number;
}

/** Each id is wanted once, even if several cells tell it. */
type Wanted = Pick<Cell, "box" | "ids"> & { wanted: ReadonlySet<string> };

/** Pages cannot be skipped: the first ones are bought, or none. */
function cheapest({ box, ids, wanted }: Wanted, each: Prices): Purchase {
  const options = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) + 1 }, (_, pages) => {
    const singles = ids.slice(pages * PAGE_SIZE).filter((id) => wanted.has(id)).length;
    const cost = pages * each.page + singles * each.single;
    return { boxes: pages === 0 ? [] : [{ box, pages }], pages, singles, cost };
  });
  return options.reduce((best, option) => (option.cost < best.cost ? option : best));
}

/** Nothing tells the order of a joint answer, so the wanted places may come last. */
function joint(one: Wanted, other: Wanted): Wanted {
  const wanted = new Set([...one.wanted, ...other.wanted]);
  const rest = [...one.ids, ...other.ids].filter((id) => !wanted.has(id));
  const [south, west] = one.box;
  const [, , north, east] = other.box;
  return { box: [south, west, north, east], ids: [...new Set(rest), ...wanted], wanted };
}

const sum = (purchases: readonly Purchase[]): Purchase =>
  purchases.reduce(
    (all, one) => ({
      boxes: [...all.boxes, ...one.boxes],
      pages: all.pages + one.pages,
      singles: all.singles + one.singles,
      cost: all.cost + one.cost,
    }),
    { boxes: [], pages: 0, singles: 0, cost: 0 },
  );

/** The least that buys every new place once. Two neighbouring quarters may be bought as one box. */
export function planFetch(
  cells: readonly Cell[],
  isNew: (id: string) => boolean,
  each: Prices,
): FetchPlan {
  const told = new Set<string>();
  const want = ({ box, ids }: Cell): Wanted => {
    const wanted = new Set(ids.filter((id) => isNew(id) && !told.has(id)));
    for (const id of wanted) told.add(id);
    return { box, ids, wanted };
  };
  const leaves = new Map(
    cells.filter(({ isSplit }) => !isSplit).map((cell) => [cell.path, want(cell)]),
  );
  // A walk may end before all quarters are asked, and Google does not always tell a place again in its quarter.
  const rest = cells
    .filter(({ isSplit }) => isSplit)
    .sort((a, b) => b.path.length - a.path.length)
    .map((cell) => cheapest(want(cell), each));
  const buy = (...pair: (Wanted | undefined)[]): Purchase => {
    const [one, other] = pair.filter((cell) => cell !== undefined);
    if (one === undefined) return sum([]);
    if (other === undefined) return cheapest(one, each);
    const apart = sum([cheapest(one, each), cheapest(other, each)]);
    if (one.ids.length + other.ids.length >= MOST_PLACES) return apart;
    const together = cheapest(joint(one, other), each);
    return together.cost < apart.cost ? together : apart;
  };
  const parents = new Set([...leaves.keys()].filter(Boolean).map((path) => path.slice(0, -1)));
  const quarters = [...parents].map((parent) => {
    const [a, b, c, d] = ["0", "1", "2", "3"].map((part) => leaves.get(`${parent}${part}`));
    const [rows, columns] = [sum([buy(a, b), buy(c, d)]), sum([buy(a, c), buy(b, d)])];
    return columns.cost < rows.cost ? columns : rows;
  });
  const { boxes, pages, singles } = sum([buy(leaves.get("")), ...quarters, ...rest]);
  return { boxes, pages, singles };
}
