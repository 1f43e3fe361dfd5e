const wholeNumber = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 0 });

export function formatNumber(value: number): string {
  return wholeNumber.format(value);
}

export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const oneDecimal = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 1 });
const BYTE_UNITS = ["KB", "MB", "GB", "TB"];

export function formatBytes(bytes: number): string {
  let value = bytes / 1_000;
  let unit = 0;
  for (; value >= 999.5 && unit < BYTE_UNITS.length - 1; unit += 1) value /= 1_000;
  const number = value < 10 && unit > 0 ? oneDecimal.format(value) : formatNumber(value);
  return `${number}\u00a0${BYTE_UNITS[unit]}`;
}

const euros = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });

/** 0.874 → „0,87 €“ */
export function formatEuros(value: number): string {
  return value > 0 && value < 0.005 ? "unter 0,01\u00a0€" : euros.format(value);
}

const DAY = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const DATE_TIME = { ...DAY, hour: "2-digit", minute: "2-digit" } as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes a hundred times as long as using it. */
function formatterFor(timeZone: string, form: typeof DAY | typeof DATE_TIME): Intl.DateTimeFormat {
  const key = `${timeZone} ${form === DAY ? "day" : "time"}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat("de-DE", { ...form, timeZone });
  formatters.set(key, formatter);
  return formatter;
}

export function formatDateTime(isoTime: string, timeZone: string): string {
  return formatterFor(timeZone, DATE_TIME).format(new Date(isoTime));
}

export function formatDate(isoTime: string, timeZone: string): string {
  return formatterFor(timeZone, DAY).format(new Date(isoTime));
}

const monthName = new Intl.DateTimeFormat("de-DE", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** „2026-11“ → „November 2026“ */
export function formatMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`));
}

const WEEKDAYS = ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"];

/** „Mo, 7.12.“ of an ISO day; built by hand, since server and browser abbreviate weekdays differently. */
export function formatWeekday(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${WEEKDAYS[new Date(day).getUTCDay()]}, ${date}.${month}.`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RELATIVE_DAYS = 7;

export function formatRelative(isoTime: string, now: number, timeZone: string): string {
  const passed = now - Date.parse(isoTime);
  if (passed < MINUTE) return "gerade eben";
  if (passed < HOUR) return `vor ${Math.floor(passed / MINUTE)} Min.`;
  const hours = Math.floor(passed / HOUR);
  if (hours < 24) return `vor ${hours} Std.`;
  const days = Math.floor(hours / 24);
  if (days < RELATIVE_DAYS) return days === 1 ? "vor 1 Tag" : `vor ${days} Tagen`;
  return formatDate(isoTime, timeZone);
}

/** 75_000 ms → „1 Min. 15 Sek.“ */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} Sek.`;
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0 ? `${minutes} Min.` : `${minutes} Min. ${seconds % 60} Sek.`;
}
