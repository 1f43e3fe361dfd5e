import { Link, useLocation } from "@remix-run/react";

const PURPOSES = [
  {
    to: "/leadspeicher/import",
    label: "In den Leadspeicher",
    text: "Firmen einer Liste übernehmen; bekannte werden ergänzt.",
  },
  {
    to: "/pipelines/csv",
    label: "Entscheider finden",
    text: "Zu jeder Firma der Liste eine Person mit E-Mail suchen.",
  },
  {
    to: "/pipelines/profile",
    label: "Profile übernehmen",
    text: "Personen aus einer Suche oder Datei des Sales Navigator.",
  },
];

export function ListPurposes() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Was soll geschehen?" className="mt-4 max-w-[960px]">
      <ul className="grid gap-2 sm:grid-cols-3">
        {PURPOSES.map(({ to, label, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="card block h-full p-3 no-underline hover:bg-sunken aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft"
              aria-current={pathname === to ? "page" : undefined}
            >
              <span className="block font-medium">{label}</span>
              <span className="block text-[13px] text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
