import { Link } from "@remix-run/react";
import { createContext, useContext } from "react";

/** Whether whoever sees the page may change the settings. */
export const MaySetUpContext = createContext(false);

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
