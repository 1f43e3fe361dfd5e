export class OpenAddressError extends Error {
  override name = "OpenAddressError";
}

interface Address {
  HOST: string;
  APP_ORIGIN: readonly string[];
}

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;

/** Any HOST other than a plain loopback name counts as reachable. */
export function isReachable({ HOST, APP_ORIGIN }: Address): boolean {
  return !LOOPBACK.test(HOST.trim().toLowerCase()) || APP_ORIGIN.length > 0;
}

function settingOf({ HOST, APP_ORIGIN }: Address): string {
  return APP_ORIGIN.length > 0 ? `APP_ORIGIN=${APP_ORIGIN.join(",")}` : `HOST=${HOST}`;
}

/** @throws OpenAddressError if a server without sign-in would be reachable */
export function assertClosed(address: Address, isOpenToAll: "demo" | "no-password" | false): void {
  if (isOpenToAll === false || !isReachable(address)) return;
  throw new OpenAddressError(
    isOpenToAll === "demo"
      ? `Die Demo hat keine Anmeldung und läuft nur auf diesem Rechner (${settingOf(address)}). HOST auf 127.0.0.1 setzen und APP_ORIGIN leer lassen.`
      : `Andere Rechner sollen den Leadspeicher erreichen (${settingOf(address)}), aber es gibt noch kein Passwort. Entweder APP_PASSWORD oder APP_PASSWORD_FILE setzen, oder HOST auf 127.0.0.1 setzen und APP_ORIGIN leer lassen.`,
  );
}
