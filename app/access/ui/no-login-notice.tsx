import { Notice } from "../../components/notice";

export function NoLoginNotice() {
  return (
    <Notice tone="info" className="mt-4 max-w-[720px]">
      Die Demo hat keine Anmeldung: Wer sie öffnet, darf alles. Benutzer, Passwörter und API-Tokens
      gibt es im eigenen Leadspeicher, der mit „npm start“ beginnt.
    </Notice>
  );
}
