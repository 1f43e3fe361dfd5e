import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { actingIdentity } from "~/access/identity";
import { listUsers } from "~/access/users/users.server";
import { userForms } from "~/access/users/users-form.server";
import { Notice } from "~/components/notice";
import { formatCount } from "~/format/german";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { readForm } from "~/http/read-form.server";
import { NoLoginNotice, SettingsFrame } from "~/settings/ui/settings-frame";
import { NewUserForm } from "./new-user-form";
import { errorsBesideRows, UserTable } from "./user-table";

export const meta: MetaFunction = () => [{ title: "Benutzer – Leadspeicher" }];

export async function loader({ context: { services, identity } }: LoaderFunctionArgs) {
  if (services.isDemo) return null;
  const ownId = identity?.kind === "session" ? identity.userId : null;
  return { users: await listUsers(services.db), ownId };
}

export async function action({ request, context: { services, identity } }: ActionFunctionArgs) {
  const by = { identity: actingIdentity(identity), now: Date.now() };
  return formAction(await readForm(request), userForms(services.access, by));
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
