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

/** No page here; the register's page uploads to it. */
export function loader() {
  return redirect(REGISTER_PATH);
}

/** Takes a piece of an export too large for one request. Answers with the offset of the next piece. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { data } = PieceSchema.safeParse(Object.fromEntries(await readForm(request)));
  if (data === undefined) throw invalid("piece", "Ein Teil der Datei ist unvollständig.");
  const { offset, piece } = data;
  const answer = await savePiece(registerFolder(services.databasePath), data, piece);
  // An empty piece asks where to resume.
  const isTaken = piece.size === 0 || answer.received >= offset + piece.size;
  return Response.json(answer, { status: isTaken ? 200 : 409 });
}
