/** Why an import can't go on; the message is a German sentence that is shown as it is. */
export class ImportProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ImportProblem";
  }
}
