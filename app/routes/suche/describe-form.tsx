import { Form, useNavigation } from "@remix-run/react";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { TextArea } from "~/components/field";
import { Notice } from "~/components/notice";
import { type SearchMode, tabAddress } from "~/search/search-mode";
import { SettingsHint } from "~/settings/ui/settings-hint";

const EXAMPLES: Readonly<Record<SearchMode, string>> = {
  stadtwerke: "Stadtwerke und Wärmenetzbetreiber in Bayern, auch kleinere Orte",
  industrie: "Maschinenbauer und Betreiber von Industrieparks im Ruhrgebiet",
  custom: "Hausverwaltungen in Hamburg und Bremen, dazu Wohnungsgenossenschaften",
};

/** A missing key, with the card of the settings where it is entered. */
interface Obstacle {
  text: string;
  card: string;
}

function Problem({ problem, obstacle }: { problem: string | null; obstacle: Obstacle | null }) {
  const text = problem ?? obstacle?.text;
  if (text === undefined) return null;
  return (
    <Notice className="mb-4 max-w-[720px]">
      {text} {text === obstacle?.text ? <SettingsHint card={obstacle.card} /> : null}
    </Notice>
  );
}

/**
 * Whom the team looks for, in its own words; the language model makes searches of it. Those that stand below are sent
 * along with the description, so that they come back when no new ones do.
 */
export function DescribeForm({
  mode,
  obstacle,
  sent,
  onType,
  children,
}: {
  mode: SearchMode;
  /** Why nothing can be suggested or started. */
  obstacle: Obstacle | null;
  sent: { description: string; error: string | null; problem: string | null };
  onType: (description: string) => void;
  /** The searches that were suggested, of which this form is as well. */
  children: ReactNode;
}) {
  const hasPairs = children !== null;
  const action = tabAddress(mode);
  const navigation = useNavigation();
  const isAsking = navigation.formData?.get("intent") === "suggest";
  return (
    <Form method="post" action={action} noValidate aria-busy={isAsking}>
      {/* The first button of a form is the one that Enter presses: in a row of searches it means to start them. */}
      {hasPairs ? (
        <button
          type="submit"
          name="intent"
          value="start-queue"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
        >
          Suchen starten
        </button>
      ) : null}
      <Problem problem={sent.problem} obstacle={obstacle} />
      <TextArea
        label="Beschreiben, wen das Team sucht"
        id="beschreibung"
        name="description"
        rows={4}
        defaultValue={sent.description}
        placeholder={EXAMPLES[mode]}
        error={sent.error ?? undefined}
        onChange={(event) => onType(event.target.value)}
        required
        className="max-w-[720px]"
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="submit"
          name="intent"
          value="suggest"
          className={`button ${hasPairs ? "" : "button-primary"}`}
          disabled={isAsking}
        >
          <Sparkles size={16} aria-hidden />
          {isAsking ? "Vorschläge werden geholt …" : "Vorschläge holen"}
        </button>
        <p className="text-[13px] text-muted">
          Die Beschreibung und die bisherigen Suchen gehen an den Anbieter des Sprachmodells.
          {hasPairs ? " Neue Vorschläge ersetzen die Suchen hier unten." : null}
        </p>
      </div>
      {children}
    </Form>
  );
}
