import { type KeptSession, SessionStore } from '../sessions/store.js';

/** Keeps sessions and finds none. */
export class Forgetful extends SessionStore {
  override read(): KeptSession[] {
    return [];
  }
}

/** Finds sessions without the numbers that they had, so that an agent begins to count anew. */
export class Renumbering extends SessionStore {
  override read(): KeptSession[] {
    return super.read().map((one) => ({ ...one, number: 0 }));
  }
}
