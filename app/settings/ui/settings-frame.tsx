import { NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import { Notice } from "../../components/notice";
import { PageHeader } from "../../components/page-header";

const TABS = [
  { to: "/einstellungen", label: "Dienste" },
  { to: "/einstellungen/texte", label: "Angebot und Absender" },
  { to: "/einstellungen/benutzer", label: "Benutzer" },
  { to: "/einstellungen/tokens", label: "API-Tokens" },
  { to: "/einstellungen/zustand", label: "Zustand" },
  { to: "/einstellungen/konto", label: "Mein Konto" },
];

/** A page of the settings below the tabs of all, which are for administrators: members have one page alone. */
export function SettingsFrame({
  isMembers = false,
  facts,
  action,
  children,
}: {
  isMembers?: boolean;
  facts?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="max-w-[768px] p-4 md:p-6">
      <PageHeader title={isMembers ? "Mein Konto" : "Einstellungen"} facts={facts}>
        {action}
      </PageHeader>
      {isMembers ? null : (
        <nav aria-label="Einstellungen" className="mt-3 flex flex-wrap gap-1 max-[479px]:gap-0">
          {TABS.map(({ to, label }) => (
            <NavLink key={to} to={to} className="tab max-[479px]:px-1.5" end>
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      {children}
    </main>
  );
}

/** In the place of what the demo does not have. */
export function NoLoginNotice() {
  return (
    <Notice tone="info" className="mt-4 max-w-[720px]">
      Die Demo hat keine Anmeldung: Wer sie öffnet, darf alles. Benutzer, Passwörter und API-Tokens
      gibt es im eigenen Leadspeicher, der mit „npm start“ beginnt.
    </Notice>
  );
}
