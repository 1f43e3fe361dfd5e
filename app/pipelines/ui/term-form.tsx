import { Search } from "lucide-react";
import { useContext } from "react";
import { Choice, PostForm, StartButton, Tick } from "../../components/field";
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

export function GoalChoice({ goal = "new" }: { goal: string | undefined }) {
  return <Choice label="Was zählt?" id="ziel" name="goal" value={goal} options={GOAL_OPTIONS} />;
}

export function EnrichTick({ reply }: { reply: FieldReply | undefined }) {
  const isTicked = reply === undefined || reply.values.enrich === "on";
  return <Tick name="enrich" label="E-Mails suchen" defaultChecked={isTicked} />;
}

export function TermForm({
  path,
  reply,
  values,
  goal,
  kind,
}: {
  path: string;
  reply: FieldReply | undefined;
  values?: SearchValues | null;
  goal: string;
  kind: "search" | "maps" | "web";
}) {
  const isMap = kind !== "web";
  const isCard = kind !== "search";
  const hasChoice = useContext(KeysContext).includes("google-places") && isMap;
  return (
    <PostForm action={path} className={isCard ? "card max-w-[960px] p-4" : undefined} noValidate>
      <Notice className="mb-4 max-w-[720px]">{reply?.problem}</Notice>
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_90px_140px_auto] md:items-start">
        <SearchFields reply={reply} values={values} isRegionOptional={!isMap} />
        <GoalChoice goal={reply?.values.goal ?? values?.goal ?? goal} />
        <StartButton
          icon={Search}
          label={isCard ? "Suche starten" : "Suchen"}
          sending="Startet …"
          className="button button-primary md:mt-6"
        />
      </div>
      {hasChoice ? (
        <Choice
          label="Quelle"
          id="quelle"
          name="source"
          className="mt-3 max-w-[280px]"
          value={reply?.values.source ?? values?.source ?? "google"}
          options={MAPS_SOURCE_OPTIONS}
          error={reply?.errors.source}
        />
      ) : isMap ? (
        <OsmContactNotice />
      ) : null}
      {isCard ? <EnrichTick reply={reply} /> : null}
      <CostLine kind={kind} />
    </PostForm>
  );
}
