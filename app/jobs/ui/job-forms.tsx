import { Form, useNavigation } from "@remix-run/react";
import { RotateCw } from "lucide-react";
import { IntentButton } from "../../components/field";

export function CancelForm({ id, returnTo }: { id: string; returnTo: string }) {
  return (
    <Form method="post" action={`/ergebnisse/${id}`} preventScrollReset>
      <input type="hidden" name="returnTo" value={returnTo} />
      <IntentButton intent="cancel">Abbrechen</IntentButton>
    </Form>
  );
}

export function RestartForm({ id }: { id: string }) {
  const action = `/ergebnisse/${id}`;
  const { formAction, formData } = useNavigation();
  const isSending = formAction === action && formData?.get("intent") === "restart";
  return (
    <Form method="post" action={action}>
      <IntentButton intent="restart" className="button whitespace-nowrap" disabled={isSending}>
        <RotateCw size={16} aria-hidden />
        Erneut starten
      </IntentButton>
    </Form>
  );
}
