/** The API's answer to the start of a job: 202 with the new one's address. */
export async function answerStart(started: Promise<{ id: string }>): Promise<Response> {
  const { id } = await started;
  const headers = { location: `/api/jobs/${id}` };
  return Response.json({ jobId: id }, { status: 202, headers });
}
