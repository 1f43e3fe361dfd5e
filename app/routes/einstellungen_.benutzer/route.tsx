import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { actingIdentity, ROLE_NAMES } from "~/access/identity";
import { listUsers, userForms } from "~/access/users/users.server";
import { FormCard } from "~/components/card";
import { PASSWORD, USER_NAME } from "~/components/field";
import { Notice } from "~/components/notice";
import { formatCount } from "~/format/german";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { NoLoginPage, SettingsPage } from "~/settings/ui/settings-frame";
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

/** „3 Benutzer, davon 1 gesperrt.“ */
function describeUsers(users: readonly { isDisabled: boolean }[]): string {
  const disabled = users.filter(({ isDisabled }) => isDisabled).length;
  const count = formatCount(users.length, "Benutzer", "Benutzer");
  return disabled === 0 ? `${count}.` : `${count}, davon ${disabled} gesperrt.`;
}

const ROLES = [
  { value: "member", label: ROLE_NAMES.member },
  { value: "administrator", label: ROLE_NAMES.administrator },
];

export default function UsersPage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const fault = replyTo(answer, "password", "disable", "enable", "role");
  if (page === null) return <NoLoginPage />;
  return (
    <SettingsPage
      facts={describeUsers(page.users)}
      ownForms={["create", "password", "disable", "enable", "role"]}
    >
      <Notice className="mt-4">{errorsBesideRows(fault, page)}</Notice>
      <UserTable {...page} fault={fault} />
      <FormCard
        title="Neuer Benutzer"
        text="Das Passwort hier festlegen und weitergeben. Unter „Mein Konto“ lässt es sich danach ändern."
        intent="create"
        label="Benutzer anlegen"
        reply={replyTo(answer, "create")}
        fields={[
          { ...USER_NAME, name: "name", label: "Name", autoComplete: "off" },
          { name: "role", label: "Rolle", value: "member", options: ROLES },
          { ...PASSWORD, name: "password", label: "Passwort (12 bis 128 Zeichen)" },
        ]}
        note="Mitglieder arbeiten mit Suche und Leads. Administratoren verwalten dazu Dienste, Benutzer und API-Tokens."
      />
    </SettingsPage>
  );
}
