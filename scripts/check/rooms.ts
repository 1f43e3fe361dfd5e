/**
 * Rooms are the folders of app/ (each `ui/` separately), db/ and scripts/, and tests/ as a whole.
 * `rooms.json` lists the rooms that each imports, types included; `budgets.json` limits their lines.
 */
import { posix } from "node:path";
import ts from "typescript";
import type { Finding, Texts } from "./texts";

type RoomTable = Readonly<Record<string, string>>;
/** Lines, by room; its `ui/` counts with it. */
type Budgets = Readonly<Record<string, { code: number; tests: number }>>;

const CODE = /\.[cm]?[jt]sx?$/;
const TEST = /^tests\/|\.test\.[cm]?[jt]sx?$/;
const ALIASES: readonly (readonly [alias: string, folder: string])[] = [
  ["~/", "app/"],
  ["~db/", "db/"],
  ["~tests/", "tests/support/"],
];
const TABLE = "scripts/check/rooms.json";
const BUDGETS = "scripts/check/budgets.json";

/** A top-level file of app, db or scripts belongs to the room of its name, if there is one. */
export function roomOf(path: string, table: RoomTable): string | null {
  const [top = "", second = "", ...rest] = path.split("/");
  if (top === "tests") return top;
  if (!["app", "db", "scripts"].includes(top)) return null;
  const name = second.replace(/\..*/, "");
  const room = top === "app" ? name : `${top}/${name}`;
  if (rest.length === 0) return Object.hasOwn(table, room) ? room : top;
  return rest.length > 1 && rest[0] === "ui" && top === "app" ? `${room}/ui` : room;
}

function findImports(files: Texts, table: RoomTable) {
  return [...files].flatMap(([path, text]) => {
    const from = roomOf(path, table);
    if (from === null || !CODE.test(path) || TEST.test(path)) return [];
    return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
      const [alias, folder] = ALIASES.find(([start]) => fileName.startsWith(start)) ?? ["", ""];
      if (alias === "" && !fileName.startsWith(".")) return [];
      const base = alias === "" ? posix.dirname(path) : folder;
      const to = roomOf(posix.join(base, fileName.slice(alias.length)), table);
      const line = text.slice(0, pos).split("\n").length;
      return to === null || to === from ? [] : [{ path, line, from, to }];
    });
  });
}

/** Finds folders and imports that the table lacks, and entries that are no longer used. */
export function findRoomBreaches(files: Texts, table: RoomTable): Finding[] {
  const imports = findImports(files, table);
  const rooms = new Set([...files.keys()].map((path) => roomOf(path, table)));
  const unknown = [...rooms].filter((room) => room !== null && !Object.hasOwn(table, room));
  const listed = Object.entries(table).map(([from, names]) => [from, names.split(" ")] as const);
  return [
    ...unknown.map((room) => ({ path: TABLE, message: `has no rule for the folder ${room}` })),
    ...imports
      .filter(({ from, to }) => !(table[from] ?? "").split(" ").includes(to))
      .map(({ path, line, from, to }) => ({
        path,
        line,
        message: `${from} imports ${to}, which ${TABLE} does not allow`,
      })),
    ...listed
      .filter(([from]) => !rooms.has(from))
      .map(([from]) => ({ path: TABLE, message: `names ${from}, which is gone` })),
    ...listed.flatMap(([from, names]) =>
      names
        .filter((to) => to !== "" && !imports.some((one) => one.from === from && one.to === to))
        .map((to) => ({ path: TABLE, message: `lets ${from} import ${to}, which it does not` })),
    ),
  ];
}

/** Finds groups of rooms that import each other, directly or through others. */
export function findCycles(table: RoomTable): Finding[] {
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of (table[from] ?? "").split(" ")) {
      if (to === "" || seen.has(to)) continue;
      seen.add(to);
      reach(to, seen);
    }
    return seen;
  };
  const reached = new Map(Object.keys(table).map((room) => [room, reach(room)]));
  const cyclic = [...reached].filter(([room, rooms]) => rooms.has(room));
  const cycles = cyclic.map(([room, rooms]) =>
    [...rooms]
      .filter((other) => reached.get(other)?.has(room))
      .toSorted()
      .join(" "),
  );
  return [...new Set(cycles)].map((cycle) => ({
    path: TABLE,
    message: `these rooms import each other: ${cycle}`,
  }));
}

function measureRooms(files: Texts, table: RoomTable): Budgets {
  const sizes: Record<string, { code: number; tests: number }> = {};
  for (const [path, text] of files) {
    const room = roomOf(path, table)?.replace(/\/ui$/, "");
    if (room === undefined || !CODE.test(path)) continue;
    sizes[room] ??= { code: 0, tests: 0 };
    sizes[room][TEST.test(path) ? "tests" : "code"] += text.split("\n").length - 1;
  }
  return sizes;
}

export function findBudgetBreaches(files: Texts, table: RoomTable, budgets: Budgets): Finding[] {
  const sizes = measureRooms(files, table);
  const gone = Object.keys(budgets).filter((room) => !Object.hasOwn(sizes, room));
  const rule = "a commit that raises the number says in its message what a person gets for it";
  const over = Object.entries(sizes).flatMap(([room, size]) =>
    (["code", "tests"] as const).flatMap((part) => {
      const budget = budgets[room]?.[part] ?? 0;
      const message = `${room} is ${size[part] - budget} lines over its ${budget} of ${part}; ${rule}`;
      return size[part] > budget ? [{ path: BUDGETS, message }] : [];
    }),
  );
  return [
    ...over,
    ...gone.map((room) => ({ path: BUDGETS, message: `names ${room}, which is gone` })),
  ];
}
