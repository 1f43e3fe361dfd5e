/** What the pages behind the form take; a component knows no room, so a test compares it with theirs. */
export const MAX_MEGABYTES = 20;

export const TOO_LARGE = `Die Datei ist größer als ${MAX_MEGABYTES} MB. In kleinere Dateien teilen und einzeln hochladen.`;

/** Whether one of the chosen files is larger than the server takes. */
export function isTooLarge(files: ArrayLike<{ size: number }> | null): boolean {
  return Array.from(files ?? []).some(({ size }) => size > MAX_MEGABYTES * 1024 * 1024);
}
