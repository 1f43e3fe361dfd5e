import { z } from "zod";
import { type PageForms, pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import type { AccessServices } from "../access-services";
import { signIn, type Visitor } from "./sign-in.server";

const HOME = "/suche";

/** Where somebody wanted to go before the login; a path of this server that is not the login itself. */
export function pathAfterSignIn(value: string | null): string {
  const path = safePath(value, HOME);
  return /^\/anmelden(?:[/?]|$)/.test(path) ? HOME : path;
}

/**
 * @param by.enter makes the headers that give the browser its session, by the value of its cookie
 */
export function signInForms(
  services: AccessServices,
  by: { visitor: Visitor; now: number; enter(cookieValue: string): Promise<HeadersInit> },
): PageForms {
  return {
    "": pageForm({
      schema: z.object({
        name: z.string("Den Namen eingeben.").trim().min(1, "Den Namen eingeben."),
        password: z.string("Das Passwort eingeben."),
        weiter: z.string().default(""),
      }),
      hidden: ["password"],
      field: "password",
      async run({ weiter, ...input }) {
        const cookieValue = await signIn(services, input, by.visitor, by.now);
        return { to: pathAfterSignIn(weiter), headers: await by.enter(cookieValue) };
      },
    }),
  };
}
