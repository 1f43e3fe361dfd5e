import { Form, useNavigation } from "@remix-run/react";
import { RotateCw } from "lucide-react";

export function CancelForm({ id, returnTo }: { id: string; returnTo: string }) {
  return (
    <Form method="post" action={`/ergebnisse/${id}`} preventScrollReset>
      <input type="hidden" name="returnTo" value={returnTo} />
      <button type="submit" name="intent" value="cancel" className="button">
        Abbrechen
      </button>
    </Form>
  );
}

export function RestartForm({ id, isSmall = false }: { id: string; isSmall?: boolean }) {
  const action = `/ergebnisse/${id}`;
  const { formAction, formData } = useNavigation();
  const isSending = formAction === action && formData?.get("intent") === "restart";
  return (
    <Form method="post" action={action}>
      <button
        type="submit"
        name="intent"
        value="restart"
        className="button whitespace-nowrap"
        disabled={isSending}
      >
        {isSmall ? null : <RotateCw size={16} aria-hidden />}
        Erneut starten
      </button>
    </Form>
  );
}
