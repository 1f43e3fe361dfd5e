import { Form, useNavigation } from "@remix-run/react";
import { Upload } from "lucide-react";
import { FileField } from "~/components/file-field";
import { formatNumber } from "~/format/german";
import { MAX_FILE_MEGABYTES, MAX_ROWS } from "~/tables/fields";

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
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <FileField
          maxMegabytes={MAX_FILE_MEGABYTES}
          id="datei"
          name="datei"
          label="Datei"
          error={error}
          hintId="datei-hinweis"
        />
        <button type="submit" className="button button-primary sm:mt-6" disabled={isSending}>
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
