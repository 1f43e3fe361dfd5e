import { createCookie } from "@remix-run/node";
import { z } from "zod";

const FlashSchema = z.object({
  text: z.string().max(500),
  tone: z.enum(["info", "warn"]).optional(),
  undo: z.object({ actionId: z.string().max(100) }).optional(),
});

export type Flash = z.infer<typeof FlashSchema>;

/** Unsigned, since it grants nothing; a schema still parses it. */
const cookie = createCookie("meldung", { httpOnly: true, sameSite: "lax", path: "/", maxAge: 60 });

export async function flashHeaders(flash: Flash): Promise<{ "Set-Cookie": string }> {
  return { "Set-Cookie": await cookie.serialize(flash) };
}

export async function takeFlash(request: Request) {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  const parsed = FlashSchema.safeParse(value);
  if (!parsed.success) return null;
  return {
    flash: parsed.data,
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}
