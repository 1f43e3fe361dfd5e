export function isoTime(milliseconds: number): string;
export function isoTime(milliseconds: number | null): string | null;
export function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

export function isoDay(time: Date | string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(time));
}

/** YYYY-MM */
export function monthOf(at: number, timeZone: string): string {
  return isoDay(new Date(at), timeZone).slice(0, 7);
}

/** A weekend moves to Monday. */
export function workdayIn(days: number, timeZone: string, now = Date.now()): string {
  const dayAfter = (day: string, count: number) =>
    new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
  const day = dayAfter(isoDay(new Date(now), timeZone), days);
  const toMonday = { 0: 1, 6: 2 }[new Date(day).getUTCDay()] ?? 0;
  return dayAfter(day, toMonday);
}
