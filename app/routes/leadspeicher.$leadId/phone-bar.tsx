import { useLocation } from "@remix-run/react";
import { ChevronRight, Mail, Phone, SquarePen } from "lucide-react";
import { LinkButton } from "~/components/page";
import { Step } from "~/components/pagination";
import type { LeadView } from "~/leads/list/lead-view.server";
import { EMAIL_PARAMETER, panelSearch } from "~/leads/ui/panel-search";
import { useAddressBeside } from "./panel-header";

/** On phones, within the thumb's reach. */
export function PhoneBar({ lead, nextId }: { lead: LeadView; nextId: string | null }) {
  const { search } = useLocation();
  const addressOf = useAddressBeside(lead.id);
  const phones = [lead.phone, ...lead.contacts.map((one) => one.phone)];
  const href = phones.find((one) => one?.href)?.href;
  return (
    <nav
      aria-label="Lead"
      className="fixed inset-x-0 bottom-14 z-10 flex gap-2 border-line border-t bg-surface p-2 *:grow *:px-2 md:hidden"
    >
      {href ? (
        <a className="button" href={href}>
          <Phone size={16} aria-hidden /> Anrufen
        </a>
      ) : null}
      <LinkButton
        to={`${panelSearch(search, { [EMAIL_PARAMETER]: "1" })}#entwurf`}
        icon={Mail}
        label="E-Mail"
      />
      <LinkButton to={`${search}#notizen`} icon={SquarePen} label="Notiz" />
      <Step to={addressOf(nextId, 1)} label="Nächster Lead">
        <ChevronRight size={16} aria-hidden />
      </Step>
    </nav>
  );
}
