import { useNavigation } from "@remix-run/react";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { IntentButton, PostForm, TextArea } from "~/components/field";
import { Notice } from "~/components/notice";
import type { FieldReply } from "~/http/form-reply";
import { type SearchMode, tabAddress } from "~/search/search-input";
import { SettingsHint } from "~/settings/ui/settings-hint";

const EXAMPLES: Readonly<Record<SearchMode, string>> = {
  stadtwerke: "Stadtwerke und Wärmenetzbetreiber in Bayern, auch kleinere Orte",
  industrie: "Maschinenbauer und Betreiber von Industrieparks im Ruhrgebiet",
  custom: "Hausverwaltungen in Hamburg und Bremen, dazu Wohnungsgenossenschaften",
};

interface Props {
  mode: SearchMode;
  /** Why nothing can be suggested. */
  missing: string | null;
  description: string;
  reply: FieldReply | undefined;
  /** The suggested searches, part of the same form. */
  children: ReactNode;
}

/** Sends the suggested searches along with the description, so that a failure keeps them. */
export function DescribeForm({ mode, missing, description, reply, children }: Props) {
  const hasPairs = children !== null;
  const problem = reply?.problem ?? missing;
  const isAsking = useNavigation().formData?.get("intent") === "suggest";
  return (
    <PostForm action={tabAddress(mode)} noValidate aria-busy={isAsking}>
      {/* Enter presses a form's first button: in a row of searches it starts them. */}
      {hasPairs ? (
        <IntentButton
          intent="start-queue"
          label="Suchen starten"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
        />
      ) : null}
      {problem && (
        <Notice className="mb-4 max-w-[720px]">
          {problem} {problem === missing ? <SettingsHint at="#openai" /> : null}
        </Notice>
      )}
      <TextArea
        label="Wen suchen Sie?"
        id="beschreibung"
        name="description"
        rows={hasPairs ? 2 : 4}
        defaultValue={description}
        placeholder={`Zum Beispiel: ${EXAMPLES[mode]}`}
        error={reply?.errors.description}
        required
        className="max-w-[720px]"
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <IntentButton
          intent="suggest"
          className={`button ${hasPairs ? "" : "button-primary"}`}
          icon={Sparkles}
          label={isAsking ? "Vorschläge werden geholt …" : "Vorschläge holen"}
          disabled={isAsking || missing !== null}
        />
        <p className="text-[13px] text-muted">
          Die Beschreibung und die bisherigen Suchen gehen an den Anbieter des Sprachmodells.
          {hasPairs ? " Neue Vorschläge ersetzen die Suchen hier unten." : null}
        </p>
      </div>
      {children}
    </PostForm>
  );
}
