import { CopyButton } from "~/components/copy-button";

/** A token right after it was made: the only time that it is shown. */
export function FreshToken({
  name,
  token,
  origin,
}: {
  name: string;
  token: string;
  /** `http://127.0.0.1:3000` */
  origin: string;
}) {
  const example = `curl -H "Authorization: Bearer ${token}" "${origin}/api/leads?pageSize=10"`;
  return (
    <section className="card mt-4 border-good p-4" aria-labelledby="token-titel" role="status">
      <h2 id="token-titel" className="break-words">
        API-Token „{name}“
      </h2>
      <p className="text-muted">
        Er wird nur jetzt gezeigt. Bitte gleich dort eintragen, wo er gebraucht wird.
      </p>
      <label htmlFor="token" className="mt-3 mb-1 block text-[13px] text-muted">
        Token
      </label>
      <div className="flex items-center gap-1">
        <input id="token" className="input font-mono text-[13px]" value={token} readOnly />
        <CopyButton text={token} label="Token kopieren" />
      </div>
      <p className="mt-3 mb-1 text-[13px] text-muted">Zum Ausprobieren</p>
      <div className="flex items-start gap-1">
        <pre className="command min-w-0 grow">{example}</pre>
        <CopyButton text={example} label="Befehl kopieren" />
      </div>
    </section>
  );
}
