import { Form } from "@remix-run/react";
import type { TokenView } from "~/access/tokens/api-tokens.server";
import { IntentButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { ACTIONS, Table } from "~/components/table";
import { Time } from "~/components/time";

export const SCOPE_NAMES = { read: "nur lesen", full: "voller Zugriff" };

/** The tokens of programs, each with the question that ends it. */
export function TokenTable({ tokens }: { tokens: readonly TokenView[] }) {
  return (
    <Table
      caption="API-Tokens"
      columns={["Name", "Erstellt", "Zuletzt verwendet", ACTIONS]}
      className="mt-4"
      hasMenus
    >
      {tokens.map((token) => (
        <tr key={token.id}>
          <td className="col-span-2">
            <span className="block font-medium wrap-anywhere">{token.name}</span>
            <span className="block text-[13px] text-muted">
              {SCOPE_NAMES[token.scope]} · <code className="text-[12px]">{token.hint}…</code>
            </span>
          </td>
          <td className="col-span-2 text-[13px] text-muted md:whitespace-nowrap md:text-[14px]">
            <span className="md:hidden">Erstellt </span>
            <Time iso={token.createdAt} day />
            <span className="text-[13px] md:block"> von {token.createdBy}</span>
          </td>
          <td className="col-span-2 text-[13px] text-muted md:text-[14px] lg:whitespace-nowrap">
            <span className="md:hidden">Zuletzt verwendet: </span>
            {token.lastUsedAt === null ? "noch nie" : <Time iso={token.lastUsedAt} />}
          </td>
          <td className="col-span-2 md:text-right">
            <div className="mt-2 md:mt-0">
              <RevokeMenu token={token} />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function RevokeMenu({ token: { id, name } }: { token: TokenView }) {
  const label = (
    <>
      Widerrufen<span className="sr-only">: {name}</span>
    </>
  );
  return (
    <Menu label={label} align="end">
      <Form method="post" className="menu-body text-left" reloadDocument>
        <input type="hidden" name="tokenId" value={id} />
        <p className="break-words">
          Programme mit dem Token „{name}“ kommen danach nicht mehr herein. Das lässt sich nicht
          zurücknehmen.
        </p>
        <IntentButton intent="revoke" className="button button-bad">
          Ja, widerrufen
        </IntentButton>
      </Form>
    </Menu>
  );
}
