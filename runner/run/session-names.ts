import { shapeOf } from '../../src/jsonrpc/messages.js';
import type { WireRecord } from '../../src/wire/record.js';

/**
 * Names the session of each record of one playing: one for every session of the protocol, and others for a process that was
 * started again, since it has forgotten which ids it used.
 */
export class SessionNames {
  readonly #names = new Map<string, string>();
  #life = 0;
  #exited = false;

  /**
   * @param first the name of the first session; those that follow it are counted
   * @param numberOf tells the protocol's sessions apart. Default: there is one
   */
  constructor(
    private readonly first: string,
    private readonly numberOf: (record: WireRecord) => number = () => 1,
  ) {}

  /** The name of the session of the next record. Must be called with every record, in order. */
  of(record: WireRecord): string {
    if (this.#exited && begins(record)) {
      this.#life += 1;
      this.#exited = false;
    }
    this.#exited ||= record.kind === 'exit';
    const key = `${this.#life}/${this.numberOf(record)}`;
    const name =
      this.#names.get(key) ?? (this.#names.size === 0 ? this.first : `${this.first}, session ${this.#names.size + 1}`);
    this.#names.set(key, name);
    return name;
  }

  /** Every name so far. */
  all(): string[] {
    return [...this.#names.values()];
  }
}

/** Whether a record after the end of a process is of the next one: an end or a response belongs to what was before. */
function begins({ kind, message }: WireRecord): boolean {
  if (kind === 'closed' || kind === 'exit') return false;
  return kind !== 'message' || shapeOf(message) !== 'response';
}
