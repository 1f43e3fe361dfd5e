import { describe, expect, it } from "vitest";
import type { Health } from "./find-health.server";
import { findHealthIssues } from "./find-health-issues";

const NOW = Date.parse("2026-11-23T11:00:00Z");
const HOUR = 3_600_000;
const GB = 1_000_000_000;

const PROVIDER: Health["providers"][number] = {
  service: "serper",
  name: "Serper",
  isConfigured: true,
  lack: null,
  last: { time: NOW - HOUR, failure: null },
  isFailing: false,
};
const JOB = { id: "run-1", name: "Hotel in Bayern" };
const DISTURBED = {
  ...PROVIDER,
  isFailing: true,
  last: { time: NOW - HOUR, failure: "Der Dienst ist gestört (503)" },
};
const FAULT = { time: NOW - HOUR, message: "request failed", requestId: "r", jobId: null };

const CALM: Health = {
  now: NOW,
  clockJump: null,
  isDemo: false,
  startedAt: NOW - 24 * HOUR,
  store: {
    path: "/daten/leads.sqlite",
    freeBytes: 0,
    size: GB,
    leads: 7,
  },
  disks: [{ holds: "Datenbank", device: 1, free: 50 * GB, total: 100 * GB }],
  queue: { running: 0, waiting: 1, paused: 0, failed: [], storeFault: null },
  providers: [PROVIDER, { ...PROVIDER, isConfigured: false, lack: "kein Schlüssel" }],
  backups: {
    folder: "/daten/leads.sqlite.backups",
    days: 7,
    last: undefined,
    count: 0,
    failure: null,
    isOverdue: false,
    needed: 1.1 * GB,
  },
  faults: [],
  version: "1",
};

const diskWith = (free: number): Partial<Health> => ({
  disks: [{ holds: "Datenbank", device: 1, free, total: 100 * GB }],
});
const backupsWith = (change: Partial<Health["backups"]>): Partial<Health> => ({
  backups: { ...CALM.backups, ...change },
});

describe("what is wrong", () => {
  it.each<[string, Partial<Health>, string[]]>([
    ["nothing", {}, []],
    ["a disk that is nearly full", diskWith(GB / 10), ["bad: nur noch 100\u00a0MB frei"]],
    [
      "no room for a backup",
      diskWith(GB),
      ["bad: Für die nächste Sicherung reicht der Platz nicht"],
    ],
    [
      "room on the disk of the backups alone",
      {
        disks: [
          { holds: "Datenbank", device: 1, free: GB, total: GB },
          { holds: "Sicherungen", device: 2, free: 9 * GB, total: GB },
        ],
      },
      [],
    ],
    [
      "a store that takes nothing",
      { queue: { ...CALM.queue, storeFault: "Kein Speicherplatz." } },
      ["bad: Die Datenbank nimmt gerade nichts an. Kein Speicherplatz."],
    ],
    [
      "a backup that failed",
      backupsWith({ failure: { time: NOW, reason: "Zu wenig Platz." }, isOverdue: true }),
      ["bad: nicht gelungen. Zu wenig Platz."],
    ],
    ["a backup that is missing", backupsWith({ isOverdue: true }), ["bad: fehlt eine Sicherung"]],
    ["no backups", backupsWith({ days: 0 }), ["hint: keine nächtlichen Sicherungen"]],
    ["a demo, which has none", { isDemo: true, ...backupsWith({ days: 0 }) }, []],
    [
      "a service that refuses",
      { providers: [{ ...PROVIDER, lack: "Schlüssel abgelehnt" }] },
      ["bad: Serper ist nicht zu gebrauchen: Schlüssel abgelehnt."],
    ],
    [
      "a service that does not answer",
      { providers: [DISTURBED] },
      ["hint: Serper hat zuletzt nicht geantwortet: Der Dienst ist gestört (503)."],
    ],
    [
      "what a service said two days ago",
      { providers: [{ ...DISTURBED, last: { ...DISTURBED.last, time: NOW - 48 * HOUR } }] },
      [],
    ],
    [
      "runs that failed",
      { queue: { ...CALM.queue, failed: [JOB, JOB] } },
      ["hint: 2 Läufe sind in den letzten 24 Stunden fehlgeschlagen"],
    ],
    ["a fault of the program", { faults: [FAULT] }, ["hint: steht ein Fehler"]],
    ["one that a run has told", { faults: [{ ...FAULT, jobId: "j" }] }, []],
    [
      "the worst first",
      { ...diskWith(0), providers: [DISTURBED, { ...PROVIDER, lack: "Guthaben aufgebraucht" }] },
      ["bad: nur noch 0\u00a0KB", "bad: Guthaben aufgebraucht", "hint: Serper"],
    ],
  ])("%s", (_what, change, expected) => {
    const issues = findHealthIssues({ ...CALM, ...change });
    expect(issues).toHaveLength(expected.length);
    for (const [index, line] of expected.entries()) {
      const { tone, text } = issues[index] ?? {};
      const [wanted, words] = [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)];
      expect(tone).toBe(wanted);
      expect(text).toContain(words);
    }
  });
});
