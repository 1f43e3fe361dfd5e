import { apiRoute, handle } from "~/http/api-route.server";
import { invalidInput } from "~/http/problem";
import { ImportProblem } from "~/imports/import-problem";
import { answerStart } from "~/pipelines/answer-start.server";
import { startCsv } from "~/pipelines/pipelines-api";
import { startContactsFile } from "~/pipelines/start-contacts-file.server";

export const { loader, action } = apiRoute(
  handle(startCsv, async ({ body: { file, ...choice }, context: { services, actor } }) => {
    try {
      return await answerStart(startContactsFile(services, file, choice, actor));
    } catch (error) {
      if (!(error instanceof ImportProblem)) throw error;
      // A column that the file does not have is named in the sentence.
      const columns = ["domainColumn", "companyColumn"] as const;
      const path = columns.find(
        (name) => choice[name] && error.message.includes(`„${choice[name]}“`),
      );
      throw invalidInput([{ path: path ?? "file", message: error.message }]);
    }
  }),
);
