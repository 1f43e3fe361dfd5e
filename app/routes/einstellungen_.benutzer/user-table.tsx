import { Form, Link } from "@remix-run/react";
import { Ban, LogIn, UserRoundCog } from "lucide-react";
import { ROLE_NAMES } from "~/access/identity";
import type { UserView } from "~/access/users/users.server";
import { FieldError, IntentButton, PasswordField } from "~/components/field";
import { Menu } from "~/components/menu";
import { ACTIONS, Table } from "~/components/table";
import { Time } from "~/components/time";
import type { FieldReply } from "~/http/form-reply";

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
      columns={["Name und Rolle", "Zustand", "Letzte Anmeldung", ACTIONS]}
      className="mt-4"
      hasMenus
    >
      {users.map((user) => (
        <tr key={user.id}>
          <td>
            <span className="block font-medium wrap-anywhere">{user.name}</span>
            <span className="block text-[13px] text-muted">{ROLE_NAMES[user.role]}</span>
            {user.signInName === null ? null : (
              <span className="block text-[13px] text-muted wrap-anywhere">
                Anmeldung als „{user.signInName}“
              </span>
            )}
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
                // Nobody can lock themselves out here.
                <Link className="button" to="/einstellungen/konto">
                  Mein Konto
                </Link>
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

function UserMenu({ user, fault }: { user: UserView; fault: FieldReply | undefined }) {
  const { id, name } = user;
  const refusal = fault?.errors.userId ?? fault?.errors.role;
  const label = (
    <>
      Ändern<span className="sr-only">: {name}</span>
    </>
  );
  return (
    <Menu label={label} align="end" isOpen={fault !== undefined}>
      <div className="text-left">
        <FieldError className="max-w-[288px] p-3 pb-0" role="alert">
          {refusal}
        </FieldError>
        <StateForm user={user} />
        <Form method="post" className="menu-body border-line border-t" reloadDocument>
          <input type="hidden" name="userId" value={id} />
          <PasswordField
            id={`password-${id}`}
            name="password"
            label="Neues Passwort (12 bis 128 Zeichen)"
            error={fault?.errors.password}
          />
          <IntentButton intent="password">Neues Passwort setzen</IntentButton>
        </Form>
        <p className="max-w-[312px] border-line border-t px-3 py-2 text-[13px] text-muted">
          „Sperren“ und ein neues Passwort melden {name} überall ab.
        </p>
      </div>
    </Menu>
  );
}

function StateForm({ user: { id, role, isDisabled } }: { user: UserView }) {
  const isAdmin = role === "administrator";
  const StateIcon = isDisabled ? LogIn : Ban;
  return (
    <Form method="post" className="min-w-56 p-1" reloadDocument>
      <input type="hidden" name="userId" value={id} />
      <input type="hidden" name="role" value={isAdmin ? "member" : "administrator"} />
      <IntentButton intent="role" className="menu-item">
        <UserRoundCog size={16} aria-hidden />
        {isAdmin ? "Zum Mitglied machen" : "Zum Administrator machen"}
      </IntentButton>
      <IntentButton intent={isDisabled ? "enable" : "disable"} className="menu-item">
        <StateIcon size={16} aria-hidden />
        {isDisabled ? "Entsperren" : "Sperren"}
      </IntentButton>
    </Form>
  );
}
