import { Form, useNavigation } from "@remix-run/react";
import { Upload } from "lucide-react";
import { formatNumber } from "~/format/german";
import { MAX_FILE_MEGABYTES, MAX_ROWS } from "~/imports/import-fields";

const ACCEPTED = ".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values";

/** The choice of a file, with what is accepted, and the fault of the one that was sent. */
export function UploadForm({ error }: { error: string | undefined }) {
  const isSending = useNavigation().formAction === "/leadspeicher/import";
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="card mt-4 max-w-[720px] p-4"
      noValidate
    >
      <label htmlFor="datei" className="mb-1 block text-[13px] text-muted">
        Datei
      </label>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <div className="min-w-0">
          <input
            id="datei"
            name="datei"
            type="file"
            accept={ACCEPTED}
            required
            className="input py-1.5 file:mr-3 file:cursor-pointer file:rounded file:border-0 file:bg-sunken file:px-2 file:py-0.5 file:font-medium file:text-text max-md:py-2.5"
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? "datei-hinweis" : "datei-fehler datei-hinweis"}
          />
          {error === undefined ? null : (
            <p id="datei-fehler" className="mt-1 break-words text-[13px] text-bad" role="alert">
              {error}
            </p>
          )}
        </div>
        <button type="submit" className="button button-primary" disabled={isSending}>
          <Upload size={16} aria-hidden />
          {isSending ? "Wird gelesen …" : "Hochladen und prüfen"}
        </button>
      </div>
      <div id="datei-hinweis" className="mt-3 text-[13px] text-muted">
        <p>
          Excel (.xlsx) oder CSV mit Semikolon, Komma oder Tabulator, in UTF-8 oder Windows-1252.
          Höchstens {MAX_FILE_MEGABYTES} MB und {formatNumber(MAX_ROWS)} Zeilen.
        </p>
        <p className="mt-1">
          Die erste Zeile nennt die Spalten. Jede Firma braucht eine Website, eine Domain oder eine
          eigene E-Mail-Adresse. Importiert wird erst nach der Prüfung.
        </p>
      </div>
    </Form>
  );
}
