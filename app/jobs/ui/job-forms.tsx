import { Download, RotateCw } from "lucide-react";
import { useContext } from "react";
import { IntentButton, PostForm, StartButton } from "../../components/field";
import { formatCount, formatEuros } from "../../format/german";
import { KeysContext } from "../../settings/ui/settings-hint";
import type { AreaCount } from "../progress/job-snapshot";

export function CancelForm({ id, returnTo }: { id: string; returnTo: string }) {
  return (
    <PostForm action={`/ergebnisse/${id}`} fields={{ returnTo }} preventScrollReset>
      <IntentButton intent="cancel" label="Abbrechen" />
    </PostForm>
  );
}

export function RestartForm({ id }: { id: string }) {
  return (
    <PostForm action={`/ergebnisse/${id}`}>
      <StartButton intent="restart" icon={RotateCw} label="Erneut starten" />
    </PostForm>
  );
}

/** Tells the price of what a counted area has that is new. */
export function FetchForm({ id, area }: { id: string; area: AreaCount }) {
  const findsEmails = useContext(KeysContext).includes("anymailfinder");
  const counted = formatCount(area.new, "neue Firma", "neue Firmen");
  const price = area.euros === null ? "Preis nicht bekannt" : `etwa ${formatEuros(area.euros)}`;
  const { pages, singles, emailEuros } = area;
  const calls = [
    pages > 0 ? formatCount(pages, "Kartenabfrage", "Kartenabfragen") : "",
    singles > 0 ? formatCount(singles, "einzelne Firma", "einzelne Firmen") : "",
  ];
  return (
    <PostForm
      action={`/ergebnisse/${id}`}
      className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t pt-2"
    >
      <StartButton
        intent="restart"
        icon={Download}
        label={`${counted} holen, ${price}`}
        className="button button-primary"
      />
      <p className="text-[13px] text-muted">
        Gezählt, noch nicht geholt: {calls.filter(Boolean).join(" und ")} bei Google
        {findsEmails && emailEuros !== null
          ? `, dazu E-Mails für höchstens ${formatEuros(emailEuros)}.`
          : "."}
      </p>
    </PostForm>
  );
}
