import { Search } from "lucide-react";
import { useContext } from "react";
import { Choice, Field, fieldProps, PostForm, plainOptions, StartButton } from "~/components/field";
import { Notice } from "~/components/notice";
import type { FieldReply } from "~/http/form-reply";
import { WEB_KEY } from "~/jobs/kinds/registry";
import { MAX_AREA_COUNT, MAX_SEARCH_TEXT } from "~/jobs/kinds/search-terms";
import { CostLine } from "~/jobs/ui/cost-line";
import { CountField, EnrichTick, GoalChoice } from "~/pipelines/ui/search-fields";
import { FEDERAL_STATE_NAMES } from "~/reading/places/federal-states";
import type { SearchValues } from "~/search/search-page.server";
import { KeysContext, MissingKeyNotice, OsmContactNotice } from "~/settings/ui/settings-hint";

const PLACES = [
  ...FEDERAL_STATE_NAMES,
  ...["München", "Köln", "Frankfurt am Main", "Stuttgart", "Düsseldorf", "Leipzig"],
];

const KINDS = [
  { value: "search", label: "Karte und Web" },
  { value: "maps", label: "nur Karte" },
  { value: "web", label: "nur Web, auch ohne Ort" },
];

const MAPS = [
  { value: "google", label: "Google Places (höchstens 60)" },
  { value: "google-area", label: "Google, ganzes Gebiet (erst zählen)" },
  { value: "osm", label: "OpenStreetMap (kostenlos)" },
];

const TEXT = { maxLength: MAX_SEARCH_TEXT * 2, autoComplete: "off" };

interface TermFormProps {
  reply: FieldReply | undefined;
  values: SearchValues | null;
  goal: string;
}

/** Searches the map, the web or both; offers no source that lacks its key. */
export function TermForm({ reply, values, goal }: TermFormProps) {
  const keys = useContext(KeysContext);
  const kind = reply?.values.kind ?? values?.kind ?? "search";
  const isWeb = kind === "web";
  const lacksWeb = !keys.includes("serper");
  const hasGoogle = keys.includes("google-places");
  const candidates = reply?.choices?.region ?? [];
  const region = { id: "wo", name: "region", label: isWeb ? "Wo? (optional)" : "Wo?" };
  return (
    <PostForm action="/suche" noValidate>
      <Notice className="mb-4 max-w-[720px]">{reply?.problem}</Notice>
      <MissingKeyNotice
        reason={isWeb && lacksWeb && !reply?.problem ? WEB_KEY.missing : null}
        card="serper"
      />
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_90px_140px_auto] md:items-start">
        <Field
          {...TEXT}
          {...fieldProps(reply, "query", values?.query)}
          label="Was?"
          id="was"
          placeholder="Stadtwerke"
          required
        />
        {candidates.length > 0 ? (
          <Choice
            {...region}
            value={candidates[0] ?? ""}
            options={plainOptions(candidates)}
            error={reply?.errors.region}
          />
        ) : (
          <Field
            {...TEXT}
            {...fieldProps(reply, "region", values?.region)}
            {...region}
            placeholder="Ort, Bundesland, „Berlin + 30 km“"
            list="regionen"
            required={!isWeb}
          />
        )}
        <datalist id="regionen">
          {PLACES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <CountField
          reply={reply}
          initial={values?.count}
          max={hasGoogle ? MAX_AREA_COUNT : undefined}
        />
        <GoalChoice goal={reply?.values.goal ?? values?.goal ?? goal} />
        <div className="flex flex-wrap items-start gap-3 md:col-span-full md:row-start-2">
          {lacksWeb && !isWeb ? (
            <input type="hidden" name="kind" value="search" />
          ) : (
            <Choice
              label="Quelle"
              id="quelle"
              name="kind"
              value={kind}
              options={KINDS}
              error={reply?.errors.kind}
              className="max-md:w-full"
            />
          )}
          {hasGoogle ? (
            <Choice
              label="Karte"
              id="karte"
              name="source"
              value={reply?.values.source ?? values?.source ?? "google"}
              options={MAPS}
              error={reply?.errors.source}
              className="max-md:w-full"
            />
          ) : null}
          <EnrichTick reply={reply} initial={values?.enrich} className="self-end py-2" />
        </div>
        <StartButton
          icon={Search}
          label="Suchen"
          sending="Startet …"
          className="button button-primary md:col-start-5 md:row-start-1 md:mt-6"
        />
      </div>
      {hasGoogle || isWeb ? null : <OsmContactNotice />}
      <CostLine />
    </PostForm>
  );
}
