import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { actingIdentity, ROLE_NAMES, type Role } from "~/access/identity";
import { listUsers } from "~/access/users/users.server";
import { userForms } from "~/access/users/users-form.server";
import { Choice, Field, IntentButton, PasswordField } from "~/components/field";
import { Notice } from "~/components/notice";
import { formatCount } from "~/format/german";
import { formAction } from "~/http/form.server";
import { type FieldReply, replyTo } from "~/http/form-reply";
import { NoLoginNotice, SettingsFrame } from "~/settings/ui/settings-frame";
import { errorsBesideRows, UserTable } from "./user-table";

export const meta: MetaFunction = () => [{ title: "Benutzer – Leadspeicher" }];

export async function loader({ context: { services, identity } }: LoaderFunctionArgs) {
  if (services.isDemo) return null;
  const ownId = identity?.kind === "session" ? identity.userId : null;
  return { users: await listUsers(services.db), ownId };
}

export async function action({ request, context: { services, identity } }: ActionFunctionArgs) {
  const by = { identity: actingIdentity(identity), now: Date.now() };
  return formAction(request, userForms(services.access, by));
}

export default function UsersPage() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const userFault = replyTo(reply, "password", "disable", "enable", "role");
  return (
    <SettingsFrame facts={page === null ? undefined : describeUsers(page.users)}>
      {page === null ? (
        <NoLoginNotice />
      ) : (
        <>
          <Notice className="mt-4">{errorsBesideRows(userFault, page)}</Notice>
          <UserTable {...page} fault={userFault} />
          <NewUserForm reply={replyTo(reply, "create")} />
        </>
      )}
    </SettingsFrame>
  );
}

/** „3 Benutzer, 1 davon gesperrt.“ */
function describeUsers(users: readonly { isDisabled: boolean }[]): string {
  const disabled = users.filter(({ isDisabled }) => isDisabled).length;
  const count = formatCount(users.length, "Benutzer", "Benutzer");
  return disabled === 0 ? `${count}.` : `${count}, davon ${disabled} gesperrt.`;
}

const ROLES: readonly Role[] = ["member", "administrator"];

/** Makes a user. After a fault everything typed is there again but the password. */
function NewUserForm({ reply }: { reply: FieldReply | undefined }) {
  return (
    <section className="mt-8" aria-labelledby="neu-titel">
      <h2 id="neu-titel">Neuer Benutzer</h2>
      <p className="text-muted">
        Das Passwort hier festlegen und weitergeben. Unter „Mein Konto“ lässt es sich danach ändern.
      </p>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            id="neu-name"
            name="name"
            label="Name"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            defaultValue={reply?.values.name ?? ""}
            error={reply?.errors.name}
            required
          />
          <Choice
            id="neu-role"
            name="role"
            label="Rolle"
            value={reply?.values.role ?? "member"}
            options={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
          />
          <PasswordField
            id="neu-password"
            name="password"
            label="Passwort (12 bis 128 Zeichen)"
            error={reply?.errors.password}
          />
        </div>
        <p className="mt-3 text-[13px] text-muted">
          Mitglieder arbeiten mit Suche und Leads. Administratoren verwalten dazu Dienste, Benutzer
          und API-Tokens.
        </p>
        <IntentButton intent="create" className="button button-primary mt-3">
          Benutzer anlegen
        </IntentButton>
      </Form>
    </section>
  );
}
