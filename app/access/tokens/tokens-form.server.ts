import { z } from "zod";
import { chosen, type PageForms, pageForm } from "../../http/form.server";
import type { AccessServices } from "../access-services";
import type { Author } from "../identity";
import { createToken, revokeToken } from "./api-tokens.server";

const PATH = "/einstellungen/tokens";

const Scope = chosen(z.enum(["read", "full"]), "Das Formular nennt keinen Umfang, den es gibt.");

interface TokensReply {
  /** Shown in the answer itself, the one time that anybody can read it. */
  created?: { name: string; token: string };
}

export function tokenForms(services: AccessServices, by: Author): PageForms<TokensReply> {
  return {
    create: pageForm({
      schema: z.object({ name: z.string().default(""), scope: Scope }),
      async run(input) {
        const { name, token } = await createToken(services, input, by);
        return { reply: { created: { name, token } } };
      },
    }),
    revoke: pageForm({
      schema: z.object({ tokenId: z.string().default("") }),
      async run({ tokenId }) {
        const name = await revokeToken(services, tokenId, by);
        const text = `Token „${name}“ ist widerrufen und gilt ab sofort nicht mehr.`;
        if (name !== null) return { back: PATH, flash: { text } };
        return { back: PATH, flash: { tone: "warn", text: "Diesen Token gibt es nicht mehr." } };
      },
    }),
  };
}
