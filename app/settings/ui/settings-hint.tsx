import { Link } from "@remix-run/react";
import { createContext, useContext } from "react";
import { Notice } from "../../components/notice";

export const MaySetUpContext = createContext(false);
export const KeysContext = createContext<readonly string[]>([]);

export const OsmContactContext = createContext(true);

export function OsmContactNotice() {
  if (useContext(OsmContactContext)) return null;
  return (
    <Notice tone="hint" className="mt-3 max-w-[720px]">
      Die Suche bei OpenStreetMap ist langsam, weil dessen Betreiber nicht wissen, wen sie erreichen
      können. <SettingsHint at="#openstreetmap" />
    </Notice>
  );
}

/** Links to a missing setting („#openai“, „/texte“); members read that an administrator can set it. */
export function SettingsHint({ at }: { at: string }) {
  const maySetUp = useContext(MaySetUpContext);
  if (!maySetUp) return "Ein Administrator kann das unter „Einstellungen“ einrichten.";
  return (
    <Link className="underline" to={`/einstellungen${at}`}>
      Zu den Einstellungen
    </Link>
  );
}

export function MissingKeyNotice({ reason, card }: { reason: string | null; card: string }) {
  if (reason === null) return null;
  return (
    <Notice className="mb-4 max-w-[720px]">
      {reason} <SettingsHint at={`#${card}`} />
    </Notice>
  );
}
