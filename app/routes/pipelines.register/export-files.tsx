import { useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { ExternalLink } from "~/components/external-link";
import { FieldError, Frame, IntentButton, PostForm } from "~/components/field";
import { Time } from "~/components/time";
import { formatNumber } from "~/format/german";
import { REGISTER_PATH } from "~/reading/companies/market";

const PIECE_BYTES = 16 * 1024 * 1024;
const INTERRUPTED =
  "Die Verbindung ist abgebrochen. Dieselbe Datei noch einmal hochladen: Es geht dort weiter.";

const megabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 1024 ** 2))} MB`;

/** The exports on the server, and the upload of another. */
export function ExportFiles({
  files,
  isFirst,
}: {
  files: readonly { name: string; size: number; changedAt: string }[];
  /** No export was imported before. */
  isFirst: boolean;
}) {
  return (
    <details className="card mt-4 max-w-[960px] p-4" open={isFirst || undefined}>
      <summary className="cursor-pointer font-semibold">Export des Registers einlesen</summary>
      <p className="mt-3">
        Den „Gesamtdatenexport“ von der Seite{" "}
        <ExternalLink href="https://www.marktstammdatenregister.de/MaStR/Datendownload">
          Datendownload des Marktstammdatenregisters
        </ExternalLink>{" "}
        herunterladen, eine ZIP-Datei von mehreren Gigabyte, und auf dem Server in den Ordner
        „register“ neben der Datenbank legen
        <span className="only-js"> oder hier hochladen</span>. Gespeichert werden nur
        Organisationen; danach wird die Datei nicht mehr gebraucht.
      </p>
      <PostForm action={REGISTER_PATH} className="mt-3 space-y-2">
        {files.map(({ name, size, changedAt }) => (
          <div key={name} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              {name}{" "}
              <span className="text-[13px] text-muted">
                {megabytes(size)}, <Time iso={changedAt} />
              </span>
            </span>
            <IntentButton intent={`read:${name}`} label="Einlesen">
              <span className="sr-only">: {name}</span>
            </IntentButton>
          </div>
        ))}
      </PostForm>
      <UploadForm />
    </details>
  );
}

function UploadForm() {
  const [sent, setSent] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const submit = useSubmit();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get("file");
    if (!(file instanceof File)) return;
    setFault(null);
    try {
      const name = await sendFile(file, setSent);
      submit({ intent: `read:${name}` }, { method: "post", action: REGISTER_PATH });
    } catch (error) {
      setFault(error instanceof Error && error.name === "Error" ? error.message : INTERRUPTED);
    }
    setSent(null);
  };
  return (
    <form className="only-js mt-3 border-line border-t pt-3" onSubmit={send}>
      <Frame id="export" label="ZIP-Datei">
        <div className="flex flex-wrap items-center gap-2">
          <input
            id="export"
            name="file"
            type="file"
            accept=".zip"
            required
            className="input max-w-[480px]"
          />
          <IntentButton label="Hochladen und einlesen" disabled={sent !== null} />
          {sent === null ? null : <span role="status">{megabytes(sent)} hochgeladen</span>}
        </div>
      </Frame>
      <FieldError role="alert">{fault}</FieldError>
    </form>
  );
}

/** Uploads in pieces until the server names the file. The first piece is empty: its answer says where to resume. */
async function sendFile(file: File, onProgress: (sent: number) => void): Promise<string> {
  for (let sent = 0, end = 0; ; end = sent + PIECE_BYTES) {
    const form = new FormData();
    form.set("name", file.name);
    form.set("size", String(file.size));
    form.set("offset", String(sent));
    form.set("piece", file.slice(sent, end), file.name);
    const response = await fetch(`${REGISTER_PATH}/datei`, { method: "POST", body: form });
    const answer = await response.json();
    if (typeof answer.received !== "number") throw new Error(String(answer.detail));
    if (typeof answer.file === "string") return answer.file;
    sent = answer.received;
    onProgress(sent);
  }
}
