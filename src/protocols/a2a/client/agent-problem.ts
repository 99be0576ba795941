/** The agent did something that the protocol does not have, so that its client can not go on. */
export class AgentProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AgentProblem';
  }
}
