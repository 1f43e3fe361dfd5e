import { Plus } from "lucide-react";
import { Field, IntentButton, PostForm } from "~/components/field";
import { Menu } from "~/components/menu";
import type { FieldReply } from "~/http/form-reply";

export function NewLead({ reply }: { reply: FieldReply | undefined }) {
  return (
    <Menu
      label={<span className="@max-[700px]/list:sr-only">Lead</span>}
      icon={<Plus size={16} aria-hidden />}
      align="end"
      isOpen={reply === undefined ? undefined : true}
    >
      <PostForm className="w-full space-y-3 p-2 md:w-72">
        <Field
          id="neu-adresse"
          name="address"
          label="Domain, Website oder E-Mail"
          error={reply && (Object.values(reply.errors)[0] ?? reply.problem)}
          defaultValue={reply?.values.address}
          autoComplete="off"
          required
        />
        <Field id="neu-firma" name="companyName" label="Firma (freiwillig)" autoComplete="off" />
        <IntentButton intent="new" label="Lead anlegen" className="button button-primary w-full" />
      </PostForm>
    </Menu>
  );
}
