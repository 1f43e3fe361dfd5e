import { formatBytes, formatCount } from "../format/german";
import type { Health } from "./find-health.server";

interface HealthIssue {
  tone: "bad" | "hint";
  text: string;
  step: string;
  link?: { to: string; label: string };
  button?: string;
}

/** Below this the log alone may fill the disk. */
const MIN_FREE_BYTES = 256_000_000;
const DAY_MS = 86_400_000;

/** Worst first. */
export function findHealthIssues(health: Health): HealthIssue[] {
  const issues = [
    ...clockIssues(health),
    ...diskIssues(health),
    ...backupIssues(health),
    ...providerIssues(health),
    ...queueIssues(health),
    ...programIssues(health),
  ];
  return issues.toSorted((a, b) => Number(b.tone === "bad") - Number(a.tone === "bad"));
}

function* clockIssues({ clockJump, now }: Health): Generator<HealthIssue> {
  if (clockJump === null) return;
  yield {
    tone: "bad",
    text: `Nach der Uhr des Servers hat er seit ${Math.floor((now - clockJump) / DAY_MS)} Tagen nicht aufgeräumt. Bis geklärt ist, ob sie stimmt, wird nichts gelöscht, was nur eine Zeit lang aufgehoben wird.`,
    step: "Geht die Uhr falsch, sie stellen; dann geht es von selbst weiter. Stimmt sie, weil der Server so lange aus war, hier zustimmen: Aufgeräumt wird dann innerhalb einer Stunde.",
    button: "Die Uhr stimmt",
  };
}

function* diskIssues({ disks, queue, backups, store }: Health): Generator<HealthIssue> {
  if (queue.storeFault !== null) {
    yield {
      tone: "bad",
      text: `Die Datenbank nimmt gerade nichts an. ${queue.storeFault}`,
      step: "Laufende Suchen warten und gehen von selbst weiter, sobald es wieder geht.",
    };
  }
  const disk = disks.find(({ holds }) => holds === "Sicherungen") ?? disks[0];
  for (const { holds, free } of disks) {
    if (free >= MIN_FREE_BYTES) continue;
    yield {
      tone: "bad",
      text: `Auf dem Datenträger der ${holds} sind nur noch ${formatBytes(free)} frei.`,
      step: "Platz schaffen, aber außerhalb des Datenordners: Darin darf nichts von Hand gelöscht werden.",
    };
  }
  if (backups.days === 0 || disk === undefined) return;
  if (disk.free < MIN_FREE_BYTES || disk.free >= backups.needed) return;
  yield {
    tone: "bad",
    text: `Für die nächste Sicherung reicht der Platz nicht: frei ${formatBytes(disk.free)}, nötig ${formatBytes(backups.needed)} bei ${formatBytes(store.size)} Datenbank.`,
    step: "Platz schaffen oder mit BACKUP_DIR einen Ordner auf einem anderen Datenträger nennen.",
  };
}

function* backupIssues({ backups, isDemo }: Health): Generator<HealthIssue> {
  if (isDemo) return;
  if (backups.failure !== null) {
    yield {
      tone: "bad",
      text: `Die letzte Sicherung ist nicht gelungen. ${backups.failure.reason}`,
      step: "Die Ursache beheben. Der nächste Versuch kommt nach einer Stunde von selbst.",
    };
  } else if (backups.isOverdue) {
    yield {
      tone: "bad",
      text: "Seit der letzten Nacht fehlt eine Sicherung.",
      step: "Im Protokoll des Servers nach „backup“ suchen und inzwischen eine von Hand machen: npm run backup -- DATEI",
    };
  } else if (backups.days === 0) {
    yield {
      tone: "hint",
      text: "Es werden keine nächtlichen Sicherungen gemacht.",
      step: "BACKUP_DAYS in der Umgebung des Servers auf 7 setzen und ihn neu starten.",
    };
  }
}

function* providerIssues({ providers, now }: Health): Generator<HealthIssue> {
  for (const { service, name, isConfigured, lack, last, isFailing } of providers) {
    const link = { to: `/einstellungen#${service}`, label: `Zu ${name}` };
    if (isConfigured && lack !== null) {
      yield {
        tone: "bad",
        text: `${name} ist nicht zu gebrauchen: ${lack}.`,
        step: "Schlüssel, Guthaben und Monatsgrenze des Dienstes ansehen.",
        link,
      };
    } else if (isFailing && last !== null && now - last.time < DAY_MS) {
      yield {
        tone: "hint",
        text: `${name} hat zuletzt nicht geantwortet: ${last.failure}.`,
        step: "Meist geht das von selbst vorbei. Bleibt es so, die Verbindung des Servers und den Dienst prüfen.",
      };
    }
  }
}

function* queueIssues({ queue }: Health): Generator<HealthIssue> {
  const [last] = queue.failed;
  if (last === undefined) return;
  yield {
    tone: "hint",
    text: `${formatCount(queue.failed.length, "Lauf ist", "Läufe sind")} in den letzten 24 Stunden fehlgeschlagen.`,
    step: "Der Grund steht beim Lauf, und dort lässt er sich erneut starten.",
    link: { to: `/ergebnisse/${last.id}`, label: `Zum letzten: ${last.name}` },
  };
}

function* programIssues({ faults, now }: Health): Generator<HealthIssue> {
  const [fault] = faults.filter(({ jobId }) => jobId === null);
  if (fault !== undefined && now - fault.time < DAY_MS) {
    yield {
      tone: "hint",
      text: `Im Protokoll des Servers steht ein Fehler aus den letzten 24 Stunden: ${fault.message}.`,
      step: `Wer den Server betreibt, findet ihn dort${fault.requestId === null ? "." : ` mit der Vorgangsnummer ${fault.requestId}.`}`,
    };
  }
}
