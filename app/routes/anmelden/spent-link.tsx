/** For a start link that was used before, is too old or never was one. */
export function SpentLink() {
  return (
    <p className="notice notice-warn mt-3 block" role="alert">
      Dieser Link wurde schon benutzt oder ist abgelaufen. Einen neuen gibt auf dem Server{" "}
      <code className="whitespace-nowrap">npm run login-link</code> aus.
    </p>
  );
}
