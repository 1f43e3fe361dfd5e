/** A fault of an input: the path of its field and a German sentence about it. */
export interface InputIssue {
  path: string;
  message: string;
}

interface RefusalDetails {
  /** The one field that the message is about. */
  field?: string;
  /** The fields at fault, where there are several or the message is about more than the field. */
  errors?: InputIssue[];
  headers?: Record<string, string>;
  /** The lead that stands in the way, which the API and forms name. */
  leadId?: string;
}

/**
 * The one error that a person can act on: an HTTP status and a German sentence. The API answers it as a problem
 * document, a page's form as a reply with what was typed.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly field: string | undefined;
  readonly errors: readonly InputIssue[];
  readonly headers: Record<string, string>;
  readonly leadId: string | undefined;

  constructor(
    status: number,
    message: string,
    { field, errors, headers = {}, leadId }: RefusalDetails = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.field = field;
    this.errors = errors ?? (field === undefined ? [] : [{ path: field, message }]);
    this.headers = headers;
    this.leadId = leadId;
  }

  /** The first sentence about each field at fault. */
  get fieldErrors(): Record<string, string> {
    return Object.fromEntries(this.errors.toReversed().map(({ path, message }) => [path, message]));
  }
}

/** Recognizes a refusal, of this status where one is given. */
export function isRefusal(error: unknown, status?: number): error is Refusal {
  return error instanceof Refusal && (status === undefined || error.status === status);
}

/** Error codes of a store that takes no writes, with the seconds until the next try. */
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

/**
 * The refusal for an error of a store that is full, locked or can't be written for now; null for every other error.
 *
 * @param ending what follows from it, behind what is wrong
 */
export function storeFault(error: unknown, ending = NOT_SAVED): Refusal | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const fault = STORE_FAULTS.find(([pattern]) => pattern.test(code));
  if (fault === undefined) return null;
  const [, status, message, seconds] = fault;
  return new Refusal(status, `${message}${ending}`, {
    headers: { "retry-after": String(seconds) },
  });
}

/** Said where an address or form names what there is not, and no better sentence is known. */
export const NOTHING_HERE =
  "Vielleicht wurde gelöscht, was hier stand, oder die Adresse hat einen Tippfehler.";

export function notFound(message = NOTHING_HERE): Refusal {
  return new Refusal(404, message);
}

/** A conflict with the present state: a missing key, a finished run, a quicker colleague. */
export function conflict(message: string): Refusal {
  return new Refusal(409, message);
}

export function invalid(field: string, message: string): Refusal {
  return new Refusal(422, message, { field });
}

/** @throws Refusal 422 with the sentences that are there, by their fields */
export function assertNoErrors(sentences: Record<string, string | null>): void {
  const errors = Object.entries(sentences).flatMap(([path, message]) =>
    message === null ? [] : [{ path, message }],
  );
  if (errors.length === 0) return;
  throw new Refusal(422, errors.map(({ message }) => message).join(" "), { errors });
}

/** A 422 that names every field at fault. */
export function invalidInput(errors: InputIssue[]): Refusal {
  const [first] = errors;
  const where = first?.path ? `${first.path}: ` : "";
  const more = errors.length > 1 ? ` (und ${errors.length - 1} weitere)` : "";
  const message = `${where}${first?.message ?? "Eingabe prüfen."}${more}`;
  return new Refusal(422, message, { errors });
}
