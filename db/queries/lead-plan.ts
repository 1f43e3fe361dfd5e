import { sql } from "kysely";
import { COST, lookUpCost, type Part, type Side, type Sql, scanOf, walkSide } from "./lead-sides";

export interface Plan {
  /** The side that it begins at and how the rest is tested, for tests and benchmarks. */
  name: string;
  from: Sql;
  where: Sql[];
  seq: Sql;
  isWalk: boolean;
  /** Of a walk, the leads that it takes along. */
  entries: { from: Sql; where: Sql[] };
  /** It can be read in spans of numbers: the search index would begin anew for each, and so would sets. */
  hasSpans: boolean;
  /** Entries of its side that it probably takes. */
  steps: number;
  /** Microseconds that it probably takes, at most, and for each entry. */
  cost: number;
  worst: number;
  perEntry: number;
}

/** Leads that meet all of the conditions, as if these had nothing to do with each other. */
export function expectedMatches(parts: readonly Part[], all: number): number {
  return parts.reduce((n, part) => (n * Math.min(part.n, all)) / Math.max(1, all), all);
}

interface Wanted {
  /** How many leads are needed. */
  limit: number;
  /** How many there are, as far as that is known. */
  matches: number;
  all: number;
  /** The column of an order other than that of the numbers, and its index. */
  order: { column: Sql; index: string } | null;
  /** What is known of the keys of that order. */
  within?: Sql;
}

function planFrom(
  own: Side,
  owner: Part | null,
  parts: readonly Part[],
  { limit, matches, all, order }: Wanted,
  areSets: boolean,
): Plan {
  const needsKey = order !== null && own.isWalk !== true;
  const isOrdered = own.isWalk === true || (!needsKey && own.isInOrder === true);
  const steps = isOrdered ? Math.min(own.n, (limit * own.n) / Math.max(matches, 1e-3)) : own.n;
  const names = [own.name];
  const joins: Sql[] = [];
  const where = own.where === undefined ? [] : [own.where];
  let [left, cost, perEntry] = [steps, steps * own.step, own.step];
  let passing = 1;
  let seq = own.seq;
  if (owner !== null && own.answers) {
    passing = Math.min(1, owner.n / Math.max(1, own.n));
    left *= passing;
  }
  for (const part of parts) {
    if (part === owner && own.answers) continue;
    const { test, set } = part;
    const single = test === undefined ? Number.POSITIVE_INFINITY : lookUpCost(test.cost, own, all);
    const isSet = set !== undefined && (areSets || set.cost + left * COST.member < left * single);
    if (isSet || test === undefined) {
      if (set === undefined) throw new Error("a part has a test or a set");
      const { side } = set;
      names.push(`in ${side.name}`);
      where.push(
        sql`+${own.seq} IN (SELECT ${side.seq} FROM ${side.from} ${side.where ? sql`WHERE ${side.where}` : sql``})`,
      );
      cost += set.cost;
    } else {
      // Each table is looked up by the number in the one before, so that SQLite keeps to this order.
      joins.push(
        sql`CROSS JOIN ${test.from} ON ${sql.ref(`${test.name}.${test.key}`)} = ${seq} AND ${test.where}`,
      );
      seq = sql.ref(`${test.name}.${test.key}`);
    }
    const each = isSet ? COST.member : single;
    cost += left * each;
    perEntry += passing * each;
    const share = Math.min(1, part.n / Math.max(1, part === owner ? own.n : all));
    passing *= share;
    left *= share;
  }
  if (needsKey) {
    cost += Math.max(left, Math.min(matches, steps)) * COST.row;
    joins.push(sql`CROSS JOIN leads AS ordered NOT INDEXED ON ordered.seq = ${seq}`);
  }
  return {
    name: names.join(", "),
    from: sql`${own.from} ${sql.join(joins, sql` `)}`,
    where,
    seq: own.seq,
    isWalk: own.isWalk === true || (isOrdered && own.n === all),
    entries: { from: own.from, where: own.isWalk && own.where !== undefined ? [own.where] : [] },
    hasSpans: own.isInOrder === true && own.name !== "text" && names.length === 1,
    steps,
    cost,
    worst: isOrdered ? cost + (own.n - steps) * perEntry : cost,
    perEntry,
  };
}

/** Every way to find the leads of a list, the one that probably takes least first. */
export function plansFor(parts: readonly Part[], wanted: Wanted): [Plan, ...Plan[]] {
  const { all, order, within } = wanted;
  const walk = order === null ? scanOf(all, []) : walkSide(order.index, within, all);
  const plans: Plan[] = [];
  const hasScan =
    order === null && parts.some(({ sides }) => sides.some(({ name }) => name === walk.name));
  if (!hasScan)
    for (const areSets of [false, true]) plans.push(planFrom(walk, null, parts, wanted, areSets));
  for (const part of parts) {
    for (const own of part.sides) {
      if (own.along === undefined || own.along === order?.index)
        plans.push(planFrom(own, part, parts, wanted, false));
    }
  }
  const [first, ...others] = plans.sort((a, b) => a.cost - b.cost);
  if (first === undefined) throw new Error("a list can always be walked");
  return [first, ...others];
}
