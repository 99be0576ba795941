/** What a client is doing about its login. */
export type ClientState =
  | 'signed-out'
  | 'discovering'
  | 'identifying'
  | 'authorizing'
  | 'redeeming'
  | 'signed-in'
  | 'refreshing'
  | 'failed';

/** What may follow what. A login goes through its steps in order and may fail in each; from `failed` it may begin anew. */
const NEXT: { readonly [state in ClientState]: readonly ClientState[] } = {
  'signed-out': ['discovering'],
  // Tokens that were kept need no page.
  discovering: ['identifying', 'signed-in', 'failed'],
  identifying: ['authorizing', 'failed'],
  authorizing: ['redeeming', 'failed'],
  redeeming: ['signed-in', 'failed'],
  'signed-in': ['refreshing', 'discovering', 'signed-in'],
  // A client that does not wait for the refresh of another request begins its own.
  refreshing: ['signed-in', 'failed', 'refreshing'],
  failed: ['discovering', 'refreshing'],
};

/** The state of one client. */
export class States {
  #state: ClientState = 'signed-out';

  constructor(private readonly changed: (state: ClientState) => void = () => undefined) {}

  get current(): ClientState {
    return this.#state;
  }

  /** Throws Error for a state that can't follow. */
  enter(state: ClientState): void {
    if (!NEXT[this.#state].includes(state)) throw new Error(`a client that is ${this.#state} can not be ${state} next`);
    this.#state = state;
    this.changed(state);
  }
}
