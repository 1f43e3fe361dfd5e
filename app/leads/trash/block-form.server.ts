import type { Db } from "~db/client";
import type { Flash } from "../../http/flash.server";
import { isRefusal } from "../../refusal";
import { block, MAX_ADDRESS_LENGTH, unblock } from "./block-list.server";

/** What was typed and names no domain, with a sentence about it. */
interface BlockFault {
  address: string;
  error: string;
}

/** Does what a button of the Sperrliste asks for, and reports it; a fault where no domain is named. */
export async function runBlockForm(
  db: Db,
  form: FormData,
  by: { actor: string; now: number },
): Promise<{ flash: Flash } | { fault: BlockFault }> {
  const address = String(form.get("domain") ?? "").trim();
  try {
    if (form.get("intent") !== "unblock") {
      return { flash: { text: `${await block(db, address, by)} ist gesperrt.` } };
    }
    const { domain, wasBlocked } = await unblock(db, address);
    return {
      flash: wasBlocked
        ? { text: `${domain} ist nicht mehr gesperrt.` }
        : { tone: "warn", text: `${domain} war nicht gesperrt.` },
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { fault: { address: address.slice(0, MAX_ADDRESS_LENGTH), error: error.message } };
  }
}
