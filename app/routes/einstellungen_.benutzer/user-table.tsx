import { ROLE_NAMES } from "~/access/identity";
import type { UserView } from "~/access/users/users.server";
import { Table } from "~/components/table";
import { Time } from "~/components/time";
import type { FieldReply } from "~/http/form-reply";
import { OwnAccountLink, UserMenu } from "./user-menu";

export function UserTable({
  users,
  ownId,
  fault,
}: {
  users: readonly UserView[];
  ownId: string | null;
  fault: FieldReply | undefined;
}) {
  return (
    <Table
      caption="Benutzer"
      columns={[
        "Name und Rolle",
        "Zustand",
        "Letzte Anmeldung",
        { label: "Aktionen", isHidden: true },
      ]}
      className="mt-4"
      hasMenus
    >
      {users.map((user) => (
        <tr key={user.id}>
          <td>
            <span className="block font-medium wrap-anywhere">{user.name}</span>
            <span className="block text-[13px] text-muted">{ROLE_NAMES[user.role]}</span>
          </td>
          <td>
            <State user={user} />
          </td>
          <td className="col-span-2 text-[13px] text-muted md:text-[14px] lg:whitespace-nowrap">
            <span className="md:hidden">Letzte Anmeldung: </span>
            {user.lastSignInAt === null ? "noch nie" : <Time iso={user.lastSignInAt} />}
          </td>
          <td className="col-span-2 md:text-right">
            <div className="mt-2 md:mt-0">
              {user.id === ownId ? (
                <OwnAccountLink />
              ) : (
                <UserMenu
                  user={user}
                  fault={fault?.values.userId === user.id ? fault : undefined}
                />
              )}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The errors that no row can show: the user is gone, or is oneself and has no menu. */
export function errorsBesideRows(
  reply: FieldReply | undefined,
  { users, ownId }: { users: readonly { id: string }[]; ownId: string | null },
): string | null {
  if (reply === undefined) return null;
  const { userId } = reply.values;
  const hasMenu = userId !== ownId && users.some(({ id }) => id === userId);
  return hasMenu ? null : Object.values(reply.errors).join(" ");
}

function State({ user: { isDisabled, hasPassword } }: { user: UserView }) {
  if (isDisabled) return <span className="badge badge-warn">Gesperrt</span>;
  if (!hasPassword) return <span className="badge">Ohne Passwort</span>;
  return <span className="badge badge-good">Aktiv</span>;
}
