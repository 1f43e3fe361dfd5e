import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Field, IntentButton } from "~/components/field";
import type { ServiceCard } from "~/settings/settings-page.server";

/** Longer than any key with the blanks that come with it when it is pasted. */
const MAX_TYPED = 1_000;

/** The field for a key, which never holds one that the page sent, and the buttons that save and test. */
export function KeyForm({ card, fault }: { card: ServiceCard; fault: string | undefined }) {
  const { service, origin } = card;
  const sent = useNavigation().formData;
  const intent = sent?.get("service") === service ? sent.get("intent") : null;
  const form = useEmptiedForm(intent !== null);
  const isFixed = origin === "env";
  return (
    <Form
      ref={form}
      method="post"
      action={`/einstellungen#${service}`}
      className="mt-3 flex flex-wrap items-start gap-2"
      preventScrollReset
    >
      <input type="hidden" name="service" value={service} />
      {isFixed ? null : (
        <>
          <Field
            id={`${service}-key`}
            name="key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            label={origin === null ? "Schlüssel" : "Neuer Schlüssel"}
            className="min-w-0 grow basis-64"
            maxLength={MAX_TYPED}
            error={fault}
            required
          />
          <IntentButton intent="save" className="button md:mt-6" disabled={intent !== null}>
            {intent === "save" ? "Prüft …" : "Speichern"}
          </IntentButton>
        </>
      )}
      {origin === null ? null : (
        <IntentButton
          intent="test"
          className={`button ${isFixed ? "" : "md:mt-6"}`}
          disabled={intent !== null}
          formNoValidate
        >
          {intent === "test" ? "Prüft …" : "Testen"}
        </IntentButton>
      )}
      {isFixed && fault !== undefined ? (
        <p className="text-[13px] text-bad" role="alert">
          {fault}
        </p>
      ) : null}
    </Form>
  );
}

/** A key stays in its field only until it is sent. */
function useEmptiedForm(isSending: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending) form.current?.reset();
    wasSending.current = isSending;
  }, [isSending]);
  return form;
}
