import { Form, Link } from "@remix-run/react";
import { LogOut, UserRound } from "lucide-react";

/** Who is signed in, leading to the own account, with the button that signs out. */
export function SignOut({ name }: { name: string }) {
  return (
    <div className="flex items-center gap-1">
      <Link
        to="/einstellungen/konto"
        className="flex min-h-8 min-w-0 grow items-center gap-2 rounded-md px-2 text-[13px] text-muted no-underline hover:bg-sunken"
        title={`Mein Konto: ${name}`}
      >
        <UserRound size={16} className="shrink-0" aria-hidden />
        <span className="sr-only">Mein Konto: </span>
        <span className="truncate">{name}</span>
      </Link>
      {/* A new document, so that nothing of what was shown stays in the page. */}
      <Form method="post" action="/abmelden" reloadDocument>
        <button
          type="submit"
          className="flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md px-2 text-[13px] text-muted hover:bg-sunken"
        >
          <LogOut size={14} aria-hidden />
          Abmelden
        </button>
      </Form>
    </div>
  );
}
