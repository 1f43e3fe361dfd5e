import { Link } from "@remix-run/react";
import { createContext, useContext } from "react";
import { Notice } from "../../components/notice";

export const MaySetUpContext = createContext(false);
/** The services that have a key. */
export const KeysContext = createContext<readonly string[]>([]);

/** OpenStreetMap is told a contact. */
export const OsmContactContext = createContext(true);

/** Stands at a search that OpenStreetMap answers slowly for want of a contact. */
export function OsmContactNotice() {
  if (useContext(OsmContactContext)) return null;
  return (
    <Notice tone="hint" className="mt-3 max-w-[720px]">
      Die Suche bei OpenStreetMap ist langsam, weil dessen Betreiber nicht wissen, wen sie erreichen
      können. <SettingsHint at="#openstreetmap" />
    </Notice>
  );
}

/** The way to what is missing in the settings („#openai“, „/texte“), for those who may enter it; else who can. */
export function SettingsHint({ at }: { at: string }) {
  const maySetUp = useContext(MaySetUpContext);
  if (!maySetUp) return "Ein Administrator kann das unter „Einstellungen“ einrichten.";
  return (
    <Link className="underline" to={`/einstellungen${at}`}>
      Zu den Einstellungen
    </Link>
  );
}

/** Why something can't start for want of a key, with the way to its card of the settings. */
export function MissingKeyNotice({ reason, card }: { reason: string | null; card: string }) {
  if (reason === null) return null;
  return (
    <Notice className="mb-4 max-w-[720px]">
      {reason} <SettingsHint at={`#${card}`} />
    </Notice>
  );
}
