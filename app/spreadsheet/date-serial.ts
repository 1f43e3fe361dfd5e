import { tzOffset } from "@date-fns/tz";

const day = 86_400_000;
const quarterHour = 900_000;

/** Serial 0 is 1899-12-30, so that serials are right from 1900-03-01 on (ECMA-376 part 1, 18.17.4.1). */
const serialZero = Date.UTC(1899, 11, 30);
const firstTime = Date.UTC(1900, 2, 1);
const endTime = Date.UTC(10_000, 0, 1);

/** Enough for every day of 27 years; more than that only costs time, not memory. */
const rememberedDays = 10_000;

/**
 * Makes a function that turns epoch milliseconds (UTC) into the date serial of the wall clock in the time zone: whole
 * days since 1899-12-30 plus the time of day as a fraction, to the second. It answers null for times before
 * 1900-03-01 and after 9999-12-31, which Excel cannot show.
 *
 * @throws RangeError if the time zone is unknown
 */
export function createDateSerial(timeZone: string): (time: number) => number | null {
  const offsetAt = createOffset(timeZone);
  return (time) => {
    // Far outside, also for NaN, Intl would throw; one day of room covers every zone.
    if (!(time > firstTime - day && time < endTime + day)) return null;
    const wallClock = Math.floor((time + offsetAt(time)) / 1000) * 1000;
    return wallClock >= firstTime && wallClock < endTime ? (wallClock - serialZero) / day : null;
  };
}

/** Milliseconds that the zone is ahead of UTC. Asking Intl takes microseconds, so whole days are remembered. */
function createOffset(timeZone: string): (time: number) => number {
  const exact = (time: number): number => tzOffset(timeZone, new Date(time)) * 60_000;
  if (Number.isNaN(exact(0))) throw new RangeError(`There is no time zone „${timeZone}“`);
  const known = new Map<number, number | "changes">();
  return (time) => {
    const start = Math.floor(time / day) * day;
    let offset = known.get(start);
    if (offset === undefined) {
      const atStart = exact(start);
      offset = atStart === exact(start + day) ? atStart : "changes";
      if (known.size >= rememberedDays) known.clear();
      known.set(start, offset);
    }
    // Clocks change on a quarter of an hour, so rounding down to it stays on the same side of the change.
    return offset === "changes" ? exact(Math.floor(time / quarterHour) * quarterHour) : offset;
  };
}
