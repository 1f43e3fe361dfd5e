import { ProblemError } from "../http/problem";
import { NotReadyError } from "./not-ready-error";

/** The API's answer to the start of a job: 202 with the new one's address, 409 when it can't begin as things are. */
export async function answerStart(started: Promise<{ id: string }>): Promise<Response> {
  try {
    const { id } = await started;
    const headers = { location: `/api/jobs/${id}` };
    return Response.json({ jobId: id }, { status: 202, headers });
  } catch (error) {
    if (error instanceof NotReadyError) throw new ProblemError(409, error.message);
    throw error;
  }
}
