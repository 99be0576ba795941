/** The agent did something that the protocol does not have, so that its client can not go on. */
export class AgentProblem extends Error {
  /** @param status HTTP status, if the response has nothing more */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
    this.name = 'AgentProblem';
  }
}
