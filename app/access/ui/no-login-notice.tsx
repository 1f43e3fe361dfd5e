import { Notice } from "../../components/notice";

/** What stands on the pages of users, tokens and one's own account in the demo. */
export function NoLoginNotice() {
  return (
    <Notice tone="info" className="mt-4 max-w-[720px]">
      Die Demo hat keine Anmeldung: Wer sie öffnet, darf alles. Benutzer, Passwörter und API-Tokens
      gibt es im eigenen Leadspeicher, der mit „npm start“ beginnt.
    </Notice>
  );
}
