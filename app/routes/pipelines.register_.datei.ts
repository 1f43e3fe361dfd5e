import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { FileSchema, readForm } from "~/http/read-form.server";
import { isRefusal } from "~/refusal";
import { registerFolder, savePiece } from "~/register/register-files.server";

const BytesSchema = z.coerce.number().int().nonnegative();
const PieceSchema = z.object({
  name: z.string(),
  size: BytesSchema,
  offset: BytesSchema,
  piece: FileSchema,
});

/** Takes the next piece of an export, which is too large for one request, and answers where the one after begins. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const parsed = PieceSchema.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success) return Response.json({ message: "Die Datei ist leer." }, { status: 422 });
  const { piece, ...place } = parsed.data;
  try {
    const received = await savePiece(registerFolder(services.databasePath), place, piece);
    return Response.json({ received });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return Response.json({ message: error.message }, { status: error.status });
  }
}
