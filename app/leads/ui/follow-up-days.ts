import { workdayIn } from "~/format/iso-time";

export function followUpDays(timeZone: string) {
  const days = { "nächster Werktag": 1, "in 7 Tagen": 7, "in 30 Tagen": 30 };
  return Object.entries(days).map(([label, count]) => [label, workdayIn(count, timeZone)] as const);
}
