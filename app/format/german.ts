const wholeNumber = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 0 });

/** 1234 → „1.234“ */
export function formatNumber(value: number): string {
  return wholeNumber.format(value);
}

/** „1 Lead“, „2 Leads“, „1.234 Leads“ */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** „20.11.2026, 14:05“ in a time zone. */
export function formatDateTime(isoTime: string, timeZone: string): string {
  return new Intl.DateTimeFormat("de-DE", {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(new Date(isoTime));
}

/** „20.11.2026“ in a time zone. */
export function formatDate(isoTime: string, timeZone: string): string {
  return new Intl.DateTimeFormat("de-DE", {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone,
  }).format(new Date(isoTime));
}

/** 75_000 ms → „1 Min. 15 Sek.“; full seconds. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} Sek.`;
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0 ? `${minutes} Min.` : `${minutes} Min. ${seconds % 60} Sek.`;
}
