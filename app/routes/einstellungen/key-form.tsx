import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { FieldError, IntentButton, PasswordField } from "~/components/field";
import type { ServiceCard } from "~/settings/settings-page.server";

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
          <PasswordField
            id={`${service}-key`}
            name="key"
            autoComplete="off"
            spellCheck={false}
            label={origin === null ? "Schlüssel" : "Neuer Schlüssel"}
            className="min-w-0 grow basis-64"
            error={fault}
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
      {isFixed ? <FieldError role="alert">{fault}</FieldError> : null}
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
