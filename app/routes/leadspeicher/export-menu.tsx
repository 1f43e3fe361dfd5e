import { Download } from "lucide-react";
import { Menu } from "~/components/menu";
import { listQuery } from "~/leads/list/page-query";

const VARIANTS = [
  { variant: "view", label: "Aktuelle Ansicht" },
  { variant: "with-email", label: "Nur mit E-Mail" },
  { variant: "approved", label: "Nur freigegebene" },
];

/** The shown list, or part of it, as an Excel file: all of its pages, in its order. */
export function ExportMenu({ searchParams }: { searchParams: URLSearchParams }) {
  const query = listQuery(searchParams);
  const address = (variant: string) =>
    `/api/leads/export?${new URLSearchParams([...query, ["variant", variant]])}`;
  return (
    <Menu label="Exportieren" icon={<Download size={16} aria-hidden />} align="end">
      <ul className="menu-list" aria-label="Als Excel-Datei">
        {VARIANTS.map(({ variant, label }) => (
          <li key={variant}>
            <a className="menu-item" href={address(variant)} download>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p className="menu-note">Excel-Datei (.xlsx) mit allen Seiten der Liste</p>
    </Menu>
  );
}
