import { Notice } from "~/components/notice";

/** Shown while nobody has a password. */
export function StartLinkHint({ isLinkSpent }: { isLinkSpent: boolean }) {
  return (
    <>
      {isLinkSpent ? <SpentLink /> : null}
      <p className="mt-3 text-muted">
        Noch hat niemand ein Passwort. Herein führt der Link, den der Server bei seinem Start
        ausgibt. Er gilt 30 Minuten und nur einmal.
      </p>
      {isLinkSpent ? null : (
        <>
          <p className="mt-3 text-muted">Einen neuen Link gibt dieser Befehl auf dem Server aus:</p>
          <pre className="command mt-2">npm run login-link</pre>
        </>
      )}
      <p className="mt-3 text-muted">
        Ein Passwort lässt sich danach unter „Einstellungen“ → „Mein Konto“ festlegen.
      </p>
    </>
  );
}

/** For a start link that was used before, is too old or never was one. */
export function SpentLink() {
  return (
    <Notice className="mt-3">
      Dieser Link wurde schon benutzt oder ist abgelaufen. Einen neuen gibt auf dem Server{" "}
      <code className="whitespace-nowrap">npm run login-link</code> aus.
    </Notice>
  );
}
