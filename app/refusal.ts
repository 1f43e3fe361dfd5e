export interface InputIssue {
  path: string;
  message: string;
}

interface RefusalDetails {
  field?: string;
  errors?: InputIssue[];
  headers?: Record<string, string>;
  /** The lead that causes the conflict. */
  leadId?: string;
}

/** The only error for users: a status and a German sentence. The API sends a problem document, a form its reply. */
export class Refusal extends Error {
  readonly field: string | undefined;
  readonly errors: readonly InputIssue[];
  readonly headers: Record<string, string>;
  readonly leadId: string | undefined;
  /** The form's texts, for a page that no longer has the form. */
  typed: readonly string[] = [];

  constructor(
    readonly status: number,
    message: string,
    { field, errors, headers = {}, leadId }: RefusalDetails = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.field = field;
    this.errors = errors ?? (field === undefined ? [] : [{ path: field, message }]);
    this.headers = headers;
    this.leadId = leadId;
  }

  get fieldErrors(): Record<string, string> {
    return Object.fromEntries(this.errors.toReversed().map(({ path, message }) => [path, message]));
  }
}

export function isRefusal(error: unknown, status?: number): error is Refusal {
  return error instanceof Refusal && (status === undefined || error.status === status);
}

/** Codes of a read-only, full or locked store, with seconds until a retry. */
const STORE_FAULTS: [RegExp, number, string, number][] = [
  [
    /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/,
    507,
    "Auf dem Server ist kein Speicherplatz mehr frei.",
    30,
  ],
  [/^(?:SQLITE_READONLY|EROFS)/, 503, "Die Datenbank ist auf dem Server schreibgeschützt.", 60],
  [/^SQLITE_(?:BUSY|LOCKED)/, 503, "Ein anderes Programm hält die Datenbank gerade gesperrt.", 2],
  [
    /^(?:SQLITE_IOERR|SQLITE_CANTOPEN|EIO$|EMFILE$|ENFILE$|ERR_WORKER_INIT_FAILED$)/,
    503,
    "Die Datenbank ist auf dem Server gerade nicht erreichbar.",
    10,
  ],
];

const NOT_SAVED =
  " Nichts wurde gespeichert, Lesen geht weiter. Bitte später noch einmal versuchen.";

/** Null for all other errors. */
export function storeFault(error: unknown, ending = NOT_SAVED): Refusal | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const fault = STORE_FAULTS.find(([pattern]) => pattern.test(code));
  if (fault === undefined) return null;
  const [, status, message, seconds] = fault;
  return new Refusal(status, `${message}${ending}`, {
    headers: { "retry-after": String(seconds) },
  });
}

export const NOTHING_HERE =
  "Vielleicht wurde gelöscht, was hier stand, oder die Adresse hat einen Tippfehler.";

export function notFound(message = NOTHING_HERE): Refusal {
  return new Refusal(404, message);
}

export function conflict(message: string): Refusal {
  return new Refusal(409, message);
}

export function invalid(field: string, message: string): Refusal {
  return new Refusal(422, message, { field });
}

export function assertNoErrors(sentences: Record<string, string | null>): void {
  const errors = Object.entries(sentences).flatMap(([path, message]) =>
    message === null ? [] : [{ path, message }],
  );
  if (errors.length === 0) return;
  throw new Refusal(422, errors.map(({ message }) => message).join(" "), { errors });
}

export function invalidInput(errors: InputIssue[]): Refusal {
  const [first] = errors;
  const where = first?.path ? `${first.path}: ` : "";
  const more = errors.length > 1 ? ` (und ${errors.length - 1} weitere)` : "";
  const message = `${where}${first?.message ?? "Eingabe prüfen."}${more}`;
  return new Refusal(422, message, { errors });
}
