import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Section } from "~/components/card";
import { IntentButton } from "~/components/field";
import type { LeadView } from "~/leads/list/lead-view.server";
import { BUTTON_TAGS, MAX_TAG_LENGTH } from "~/leads/tag";
import { LeadActionForm } from "./lead-actions";

export function TagEditor({ lead: { id, tags } }: { lead: LeadView }) {
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef("");
  const all = tags.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list of tags answers what was sent
  useEffect(() => {
    if (field.current?.value === sent.current) field.current.value = "";
    sent.current = "";
  }, [all]);
  const free = tags.filter((tag) => !BUTTON_TAGS.includes(tag));
  return (
    <Section title="Tags" className="">
      <ul className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {free.map((tag) => (
          <li key={tag} className="min-w-0">
            <LeadActionForm fields={{ id, tag }} className="chip">
              <span className="truncate">{tag}</span>
              <IntentButton
                intent="removeTag"
                className="icon-button min-h-6 min-w-6 rounded-[4px]"
                aria-label={`Tag ${tag} entfernen`}
                title="Entfernen"
              >
                <X size={14} aria-hidden />
              </IntentButton>
            </LeadActionForm>
          </li>
        ))}
      </ul>
      <LeadActionForm
        fields={{ id }}
        className="mt-2 flex gap-2"
        onSubmit={() => {
          sent.current = field.current?.value ?? "";
        }}
      >
        <input
          ref={field}
          name="tag"
          data-key="t"
          className="input"
          aria-label="Weiterer Tag"
          placeholder="Weiterer Tag"
          maxLength={MAX_TAG_LENGTH}
          autoComplete="off"
          required
        />
        <IntentButton intent="addTag" label="Hinzufügen" />
      </LeadActionForm>
    </Section>
  );
}
