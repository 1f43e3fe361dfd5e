import { Form, Link } from "@remix-run/react";
import { Ban, LogIn, UserRoundCog } from "lucide-react";
import type { UserView } from "~/access/users/users.server";
import { Field, FieldError } from "~/components/field";
import { Menu } from "~/components/menu";
import type { FieldReply } from "~/http/form-reply";

export function UserMenu({ user, fault }: { user: UserView; fault: FieldReply | undefined }) {
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
          <Field
            id={`password-${id}`}
            name="password"
            type="password"
            label="Neues Passwort (12 bis 128 Zeichen)"
            autoComplete="new-password"
            maxLength={1_000}
            error={fault?.errors.password}
            required
          />
          <button type="submit" name="intent" value="password" className="button">
            Neues Passwort setzen
          </button>
        </Form>
        <p className="menu-note max-w-[312px]">
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
    <Form method="post" className="menu-list" reloadDocument>
      <input type="hidden" name="userId" value={id} />
      <input type="hidden" name="role" value={isAdmin ? "member" : "administrator"} />
      <button type="submit" name="intent" value="role" className="menu-item">
        <UserRoundCog size={16} aria-hidden />
        {isAdmin ? "Zum Mitglied machen" : "Zum Administrator machen"}
      </button>
      <button
        type="submit"
        name="intent"
        value={isDisabled ? "enable" : "disable"}
        className="menu-item"
      >
        <StateIcon size={16} aria-hidden />
        {isDisabled ? "Entsperren" : "Sperren"}
      </button>
    </Form>
  );
}

/** Nobody can lock themselves out here. */
export function OwnAccountLink() {
  return (
    <Link className="button" to="/einstellungen/konto">
      Mein Konto
    </Link>
  );
}
