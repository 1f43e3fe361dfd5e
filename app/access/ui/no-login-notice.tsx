import { Info } from "lucide-react";

/** What stands on the pages of users, tokens and one's own account in the demo. */
export function NoLoginNotice() {
  return (
    <div className="notice mt-4 max-w-[720px]">
      <Info size={16} className="mt-0.5 shrink-0" aria-hidden />
      <p>
        Die Demo hat keine Anmeldung: Wer sie öffnet, darf alles. Benutzer, Passwörter und
        API-Tokens gibt es im eigenen Leadspeicher, der mit „npm start“ beginnt.
      </p>
    </div>
  );
}
