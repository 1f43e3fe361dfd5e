import { Link } from "@remix-run/react";
import { createContext, useContext } from "react";
import { Notice } from "../../components/notice";

export const MaySetUpContext = createContext(false);
/** The services that have a key. */
export const KeysContext = createContext<readonly string[]>([]);

/** The way to the card of the settings where a missing key is entered, for those who may; else who can. */
export function SettingsHint({ card }: { card: string }) {
  const maySetUp = useContext(MaySetUpContext);
  if (!maySetUp) return "Ein Administrator kann das unter „Einstellungen“ einrichten.";
  return (
    <Link className="underline" to={`/einstellungen#${card}`}>
      Zu den Einstellungen
    </Link>
  );
}

/** Why something can't start for want of a key, with the way to its card of the settings. */
export function MissingKeyNotice({ reason, card }: { reason: string | null; card: string }) {
  if (reason === null) return null;
  return (
    <Notice className="mb-4 max-w-[720px]">
      {reason} <SettingsHint card={card} />
    </Notice>
  );
}
