import { Notice } from "~/components/notice";
/** For a start link that was used before, is too old or never was one. */
export function SpentLink() {
  return (
    <Notice className="mt-3">
      Dieser Link wurde schon benutzt oder ist abgelaufen. Einen neuen gibt auf dem Server{" "}
      <code className="whitespace-nowrap">npm run login-link</code> aus.
    </Notice>
  );
}
