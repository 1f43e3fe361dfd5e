export type SeededRandom = ReturnType<typeof createRandom>;

/** 32-bit FNV-1a hash of a text: small, fast and stable across Node versions. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, "utf8")) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  // FNV alone leaves the low bits of similar texts alike, so they are mixed once more.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Position of a text between 0 (included) and 1 (excluded), evenly spread. */
export function positionOf(text: string): number {
  return hashText(text) / 2 ** 32;
}

/** Starts a stream of numbers that is the same in every process for the same seed. */
export function createRandom(seed: string) {
  let state = hashText(seed);
  /** A number from 0 (included) to 1 (excluded). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    /** An integer from `low` to `high`, both included. */
    integer: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    /** True in about `share` (0 to 1) of all calls. */
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => {
      const entry = list[Math.floor(next() * list.length)];
      if (entry === undefined) throw new Error("Cannot pick from an empty list.");
      return entry;
    },
  };
}

/**
 * Deals number `index` of a group a slot from 0 to `size - 1` so that every run of `size` numbers
 * meets every slot once. A trait given to the slots below 5 of 100 is therefore held by close to
 * 5 % of every group, small or large, which pure chance would not do.
 */
export function dealSlot(trait: string, group: string, index: number, size: 100 | 250): number {
  const stride = size === 100 ? 37 : 97;
  return (index * stride + hashText(`${trait}/${group}`)) % size;
}
