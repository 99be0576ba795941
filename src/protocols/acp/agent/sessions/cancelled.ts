/** The turn was cancelled, or the client is gone. */
export class Cancelled extends Error {
  constructor() {
    super('the turn was cancelled');
    this.name = 'Cancelled';
  }
}
