import { Ban, LogIn, UserRoundCog } from "lucide-react";
import { ROLE_NAMES } from "~/access/identity";
import type { UserView } from "~/access/users/users.server";
import { FieldError, IntentButton, PasswordField, PostForm } from "~/components/field";
import { Menu } from "~/components/menu";
import { LinkButton } from "~/components/page";
import { ACTIONS, ActionCell, LastTimeCell, RowTable } from "~/components/table";
import type { FieldReply } from "~/http/form-reply";

interface UserTableProps {
  users: readonly UserView[];
  ownId: string | null;
  fault: FieldReply | undefined;
}

export function UserTable({ users, ownId, fault }: UserTableProps) {
  return (
    <RowTable
      caption="Benutzer"
      columns={["Name und Rolle", "Zustand", "Letzte Anmeldung", ACTIONS]}
      rows={users}
      keyOf={({ id }) => id}
      hasMenus
    >
      {(user) => (
        <>
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
            {user.isDisabled ? (
              <span className="badge badge-warn">Gesperrt</span>
            ) : user.hasPassword ? (
              <span className="badge badge-good">Aktiv</span>
            ) : (
              <span className="badge">Ohne Passwort</span>
            )}
          </td>
          <LastTimeCell label="Letzte Anmeldung" iso={user.lastSignInAt} />
          <ActionCell>
            {/* Keeps a person from locking themselves out. */}
            {user.id === ownId ? (
              <LinkButton to="/einstellungen/konto" label="Mein Konto" />
            ) : (
              <UserMenu user={user} fault={fault?.values.userId === user.id ? fault : undefined} />
            )}
          </ActionCell>
        </>
      )}
    </RowTable>
  );
}

/** Errors that no row can show: the user is gone, or is oneself and has no menu. */
export function errorsBesideRows(
  reply: FieldReply | undefined,
  { users, ownId }: { users: readonly { id: string }[]; ownId: string | null },
): string | null {
  if (reply === undefined) return null;
  const { userId } = reply.values;
  const hasMenu = userId !== ownId && users.some(({ id }) => id === userId);
  return hasMenu ? null : Object.values(reply.errors).join(" ");
}

function UserMenu({ user, fault }: { user: UserView; fault: FieldReply | undefined }) {
  const { id, name, isDisabled } = user;
  const isAdmin = user.role === "administrator";
  const role = isAdmin ? "member" : "administrator";
  return (
    <Menu label="Ändern" subject={name} align="end" isOpen={fault !== undefined}>
      <div className="text-left">
        <FieldError className="max-w-[288px] p-3 pb-0" role="alert">
          {fault?.errors.userId ?? fault?.errors.role}
        </FieldError>
        <PostForm fields={{ userId: id, role }} className="min-w-56 p-1" reloadDocument>
          <IntentButton
            intent="role"
            icon={UserRoundCog}
            label={isAdmin ? "Zum Mitglied machen" : "Zum Administrator machen"}
            className="menu-item"
          />
          <IntentButton
            intent={isDisabled ? "enable" : "disable"}
            icon={isDisabled ? LogIn : Ban}
            label={isDisabled ? "Entsperren" : "Sperren"}
            className="menu-item"
          />
        </PostForm>
        <PostForm fields={{ userId: id }} className="menu-body border-line border-t" reloadDocument>
          <PasswordField
            id={`password-${id}`}
            name="password"
            label="Neues Passwort (12 bis 128 Zeichen)"
            error={fault?.errors.password}
          />
          <IntentButton intent="password" label="Neues Passwort setzen" />
        </PostForm>
        <p className="max-w-[312px] border-line border-t px-3 py-2 text-[13px] text-muted">
          „Sperren“ und ein neues Passwort melden {name} überall ab.
        </p>
      </div>
    </Menu>
  );
}
