import { useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Notice } from "../../components/notice";
import { Page, Tabs } from "../../components/page";

const TABS = {
  "/einstellungen": "Dienste",
  "/einstellungen/texte": "Angebot und Absender",
  "/einstellungen/benutzer": "Benutzer",
  "/einstellungen/tokens": "API-Tokens",
  "/einstellungen/zustand": "Zustand",
  "/einstellungen/konto": "Mein Konto",
};

/** Members see one page, so they get no tabs. */
export function SettingsPage({
  isMembers = false,
  children,
  ...page
}: { isMembers?: boolean } & Pick<
  ComponentProps<typeof Page>,
  "facts" | "actions" | "ownForms" | "children"
>) {
  const { pathname } = useLocation();
  const tabs = Object.entries(TABS).map(([to, label]) => ({
    to,
    label,
    isCurrent: to === pathname.replace(/\/$/, ""),
  }));
  return (
    <Page
      {...page}
      title={isMembers ? "Mein Konto" : "Einstellungen"}
      className="max-w-[768px] p-4 md:p-6"
    >
      {isMembers ? null : (
        <Tabs
          label="Einstellungen"
          tabs={tabs}
          className="mt-3 max-[479px]:gap-0 max-[479px]:[&_.tab]:px-1.5"
        />
      )}
      {children}
    </Page>
  );
}

export function NoLoginPage({ facts }: { facts?: string }) {
  return (
    <SettingsPage facts={facts}>
      <Notice tone="info" className="mt-4 max-w-[720px]">
        Die Demo hat keine Anmeldung: Wer sie öffnet, darf alles. Benutzer, Passwörter und
        API-Tokens gibt es im eigenen Leadspeicher, der mit „npm start“ beginnt.
      </Notice>
    </SettingsPage>
  );
}
