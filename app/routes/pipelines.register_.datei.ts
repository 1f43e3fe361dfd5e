import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { FileSchema, readForm } from "~/http/read-form.server";
import { REGISTER_PATH } from "~/reading/companies/market";
import { invalid } from "~/refusal";
import { registerFolder, savePiece } from "~/register/register-files.server";

const BytesSchema = z.coerce.number().int().nonnegative();
const PieceSchema = z.object({
  name: z.string(),
  size: BytesSchema,
  offset: BytesSchema,
  piece: FileSchema,
});

/** There is nothing to see here; the page of the register sends its files. */
export function loader() {
  return redirect(REGISTER_PATH);
}

/** Takes the next piece of an export, which is too large for one request, and answers where the one after begins. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { data } = PieceSchema.safeParse(Object.fromEntries(await readForm(request)));
  if (data === undefined) throw invalid("piece", "Ein Teil der Datei ist unvollständig.");
  const { offset, piece } = data;
  const answer = await savePiece(registerFolder(services.databasePath), data, piece);
  // An empty piece asks where to go on.
  const isTaken = piece.size === 0 || answer.received >= offset + piece.size;
  return Response.json(answer, { status: isTaken ? 200 : 409 });
}
