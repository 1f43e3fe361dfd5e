import { createCookie } from "@remix-run/node";
import { z } from "zod";

/** One sentence for the next page: what was done, and how to take it back. */
const FlashSchema = z.object({
  text: z.string().max(500),
  tone: z.enum(["info", "warn"]).optional(),
  undo: z.object({ actionId: z.string().max(100) }).optional(),
});

export type Flash = z.infer<typeof FlashSchema>;

/** Nothing in it grants anything, so it needs no signature; what comes back is parsed all the same. */
const cookie = createCookie("meldung", { httpOnly: true, sameSite: "lax", path: "/", maxAge: 60 });

/** Headers that give a sentence to the page that the answer leads to. */
export async function flashHeaders(flash: Flash): Promise<{ "Set-Cookie": string }> {
  return { "Set-Cookie": await cookie.serialize(flash) };
}

/** The sentence that a request brings, and the headers that make it the last time; null when it brings none. */
export async function takeFlash(
  request: Request,
): Promise<{ flash: Flash; headers: { "Set-Cookie": string } } | null> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  const parsed = FlashSchema.safeParse(value);
  if (!parsed.success) return null;
  return {
    flash: parsed.data,
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}
