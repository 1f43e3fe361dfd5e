import { NavLink } from "@remix-run/react";

const TABS = [
  { to: "/einstellungen", label: "Dienste" },
  { to: "/einstellungen/texte", label: "Angebot und Absender" },
  { to: "/einstellungen/benutzer", label: "Benutzer" },
  { to: "/einstellungen/tokens", label: "API-Tokens" },
  { to: "/einstellungen/konto", label: "Mein Konto" },
];

/** The pages of the settings, for administrators: members have one alone. */
export function SettingsTabs() {
  return (
    <nav aria-label="Einstellungen" className="mt-3 flex flex-wrap gap-1 max-[479px]:gap-0">
      {TABS.map(({ to, label }) => (
        <NavLink key={to} to={to} className="tab max-[479px]:px-1.5" end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
