import { Form, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { useContext } from "react";
import { Choice } from "../../components/field";
import { Notice } from "../../components/notice";
import type { FieldReply } from "../../http/form-reply";
import { CostLine } from "../../jobs/ui/cost-line";
import { KeysContext, OsmContactNotice } from "../../settings/ui/settings-hint";
import { SearchFields, type SearchValues } from "./search-fields";

const MAPS_SOURCE_OPTIONS = [
  { value: "google", label: "Google Places (höchstens 60)" },
  { value: "osm", label: "OpenStreetMap (kostenlos)" },
];

const GOAL_OPTIONS = [
  { value: "new", label: "neue Firmen" },
  { value: "companies", label: "alle Firmen" },
];

/** What the number of a search counts. */
export function GoalChoice({ goal }: { goal: string | undefined }) {
  const field = { label: "Was zählt?", id: "ziel", name: "goal", value: goal ?? "new" };
  return <Choice {...field} options={GOAL_OPTIONS} />;
}

/** „E-Mails suchen“: ticked from the beginning, afterwards as it was sent. */
export function EnrichTick({ reply }: { reply: FieldReply | undefined }) {
  const isTicked = reply === undefined || reply.values.enrich === "on";
  return (
    <label className="mt-3 flex items-start gap-2">
      <input type="checkbox" name="enrich" defaultChecked={isTicked} className="mt-0.5" />
      <span>E-Mails suchen</span>
    </label>
  );
}

/** A search for a term in a region. Where it is a map's, it may say which one. */
export function TermForm({
  path,
  reply,
  values,
  goal,
  isRegionOptional = false,
  isMap = false,
  isCard = false,
}: {
  path: string;
  reply: FieldReply | undefined;
  values?: SearchValues | null;
  /** What the person chose last. */
  goal: string;
  isRegionOptional?: boolean;
  isMap?: boolean;
  /** Leaves it to the person whether emails are looked for. */
  isCard?: boolean;
}) {
  const isSending = useNavigation().formAction === path;
  const hasChoice = useContext(KeysContext).includes("google-places") && isMap;
  return (
    <Form
      method="post"
      action={path}
      className={isCard ? "card max-w-[960px] p-4" : undefined}
      noValidate
    >
      <Notice className="mb-4 max-w-[720px]">{reply?.problem}</Notice>
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_90px_140px_auto] md:items-start">
        <SearchFields reply={reply} values={values} isRegionOptional={isRegionOptional} />
        <GoalChoice goal={reply?.values.goal ?? values?.goal ?? goal} />
        <button type="submit" className="button button-primary md:mt-6" disabled={isSending}>
          <Search size={16} aria-hidden />
          {isSending ? "Startet …" : isCard ? "Suche starten" : "Suchen"}
        </button>
      </div>
      {hasChoice ? (
        <div className="mt-3 max-w-[280px]">
          <Choice
            label="Quelle"
            id="quelle"
            name="source"
            value={reply?.values.source ?? values?.source ?? "google"}
            options={MAPS_SOURCE_OPTIONS}
            error={reply?.errors.source}
          />
        </div>
      ) : isMap ? (
        <OsmContactNotice />
      ) : null}
      {isCard ? <EnrichTick reply={reply} /> : null}
      <CostLine kind={!isCard ? "search" : isMap ? "maps" : "web"} />
    </Form>
  );
}
