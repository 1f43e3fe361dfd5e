function waitWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 Sekunde" : `${seconds} Sekunden`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 Minute" : `${minutes} Minuten`;
}

/** The sentence for whoever has guessed too often. */
export function tooManyTries(retryAfterSeconds: number): string {
  return `Zu viele Versuche. Bitte in ${waitWords(retryAfterSeconds)} noch einmal versuchen.`;
}
