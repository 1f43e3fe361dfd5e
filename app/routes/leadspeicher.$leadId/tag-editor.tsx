import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IntentButton } from "~/components/field";
import type { LeadView } from "~/leads/list/lead-view.server";
import { BUTTON_TAGS, MAX_TAG_LENGTH } from "~/leads/tag";
import { LeadActionForm } from "./lead-actions";

export function TagEditor({ lead }: { lead: LeadView }) {
  const field = useRef<HTMLInputElement>(null);
  const isSent = useRef(false);
  const all = lead.tags.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list of tags answers what was sent
  useEffect(() => {
    if (isSent.current && field.current) field.current.value = "";
    isSent.current = false;
  }, [all]);
  const free = lead.tags.filter((tag) => !BUTTON_TAGS.includes(tag));
  return (
    <section aria-labelledby="tags-titel">
      <h2 id="tags-titel">Tags</h2>
      {free.length === 0 ? null : (
        <ul className="mt-2 flex flex-wrap gap-2">
          {free.map((tag) => (
            <li key={tag} className="min-w-0">
              <LeadActionForm id={lead.id} className="chip">
                <input type="hidden" name="tag" value={tag} />
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
      )}
      <LeadActionForm
        id={lead.id}
        className="mt-2 flex gap-2"
        onSubmit={() => {
          isSent.current = true;
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
        <IntentButton intent="addTag">Hinzufügen</IntentButton>
      </LeadActionForm>
    </section>
  );
}
