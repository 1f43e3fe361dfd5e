import { RotateCw } from "lucide-react";
import { IntentButton, PostForm, StartButton } from "../../components/field";

export function CancelForm({ id, returnTo }: { id: string; returnTo: string }) {
  return (
    <PostForm action={`/ergebnisse/${id}`} fields={{ returnTo }} preventScrollReset>
      <IntentButton intent="cancel" label="Abbrechen" />
    </PostForm>
  );
}

export function RestartForm({ id }: { id: string }) {
  return (
    <PostForm action={`/ergebnisse/${id}`}>
      <StartButton intent="restart" icon={RotateCw} label="Erneut starten" />
    </PostForm>
  );
}
