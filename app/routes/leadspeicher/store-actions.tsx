import { Download, Ellipsis, Plus, Trash2, Upload } from "lucide-react";
import { Field, IntentButton, PostForm } from "~/components/field";
import { Menu } from "~/components/menu";
import { LinkButton } from "~/components/page";
import { formatNumber } from "~/format/german";
import type { FieldReply } from "~/http/form-reply";
import { listQuery } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";

export function NewLead({ reply }: { reply: FieldReply | undefined }) {
  return (
    <Menu
      label={<span className="@max-[1500px]/list:ml-1.5 @max-[860px]/list:sr-only">Lead</span>}
      icon={<Plus size={16} aria-hidden />}
      align="end"
      isOpen={reply === undefined ? undefined : true}
    >
      <PostForm className="w-full space-y-3 p-2 md:w-72">
        <Field
          id="neu-adresse"
          name="address"
          label="Domain, Website oder E-Mail"
          error={reply && (Object.values(reply.errors)[0] ?? reply.problem)}
          defaultValue={reply?.values.address}
          autoComplete="off"
          required
        />
        <Field
          id="neu-firma"
          name="companyName"
          label="Firma (optional)"
          defaultValue={reply?.values.companyName}
          autoComplete="off"
        />
        <IntentButton intent="new" label="Lead anlegen" className="button button-primary w-full" />
      </PostForm>
    </Menu>
  );
}

const MORE = [
  { to: "/leadspeicher/import", icon: Upload, label: "Importieren" },
  { to: "/leadspeicher/papierkorb", icon: Trash2, label: "Papierkorb" },
];

export function MoreMenu() {
  return (
    <Menu
      label={<span className="sr-only">Mehr</span>}
      icon={<Ellipsis size={16} aria-hidden />}
      align="end"
    >
      <div className="min-w-56 p-1">
        {MORE.map((link) => (
          <LinkButton key={link.to} {...link} className="menu-item" />
        ))}
      </div>
    </Menu>
  );
}

const VARIANTS = [
  { variant: "view", label: "Aktuelle Ansicht" },
  { variant: "with-email", label: "Nur mit E-Mail" },
  { variant: "approved", label: "Nur freigegebene" },
] as const;

/** Exports the shown list or a part of it to Excel: all pages, in the list's order. */
export function ExportMenu({
  counts,
  searchParams,
}: {
  counts: StorePage["exportCounts"];
  searchParams: URLSearchParams;
}) {
  const query = listQuery(searchParams);
  const address = (variant: string) =>
    `/leadspeicher/export?${new URLSearchParams([...query, ["variant", variant]])}`;
  return (
    <Menu
      label={<span className="@max-[1500px]/list:sr-only">Exportieren</span>}
      icon={<Download size={16} aria-hidden />}
      align="end"
    >
      <ul className="min-w-56 p-1" aria-label="Als Excel-Datei">
        {VARIANTS.map(({ variant, label }) => (
          <li key={variant}>
            <a className="menu-item" href={address(variant)}>
              {label}
              {counts[variant] === null ? null : ` (${formatNumber(counts[variant])})`}
            </a>
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-3 py-2 text-[13px] text-muted">
        Excel-Datei (.xlsx): alle Seiten der Liste, ihre Filter gelten
      </p>
    </Menu>
  );
}
