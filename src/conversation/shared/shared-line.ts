import { equal } from '../../json/equal.js';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../json/json.js';
import { own } from '../../json/own.js';
import { idKey } from '../../jsonrpc/ledger.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Shares } from '../../language/role.js';
import type { Carried, Listener } from '../../wire/carried.js';
import { type Clock, waitAtMost } from '../../wire/clock/clock.js';
import type { Pipes } from '../../wire/process/stdio.js';

/** ms, real time, that what takes a change back may take to be answered. */
const UNDOING = 2_000;

/** How many cases one process serves at most, so that what a case finds there has few possible causes. */
const MOST_CASES = 50;

/** Ids above are no counter's. */
const MOST_IDS = 2 ** 40;

/** What one case has of the line: the listener of its pipes, and what it has left open. */
interface Turn {
  listener: Listener;
  /** Keys of its requests that have no answer yet. */
  asked: Set<string>;
  /** Keys of requests of the target that it has not answered yet. */
  owed: Set<string>;
  /** What takes back what it has changed, in the order of its changes. */
  undo: { method: string; params: Json | undefined }[];
}

/** The answer to a request of the opening. */
interface Opened {
  method: string;
  /** Unset for a notification, and until it has come. */
  answer?: JsonObject;
  /** The key of the request that was sent. */
  key?: string;
}

/**
 * One connection to a process, over its pipes, on which cases follow one another. It is opened once: later cases that send the opening get
 * the answers of the first. Ids go on, and what comes late goes to the case that asked for it.
 */
export class SharedLine {
  /** The names of the cases that had it, oldest first; the last may have it now. */
  readonly served: string[] = [];
  /** The smallest id that no request of ours has had. */
  nextId = 1;
  private readonly turns: Turn[] = [];
  /** By key of its id: the case that sent a request last. */
  private readonly owners = new Map<string, Turn>();
  private readonly opened: Opened[] = [];
  private readonly repeated = new WeakSet<Carried>();
  /** Methods whose effect lasts until they come again. */
  private readonly renewed = new Set<string>();
  /** Requests of the target for the whole connection that came between two cases: the next one has them once it has opened the line. */
  private held: Carried[] = [];
  private turn: Turn | undefined;
  private spent = false;

  constructor(
    private readonly pipes: Pipes,
    private readonly shares: Shares,
    private readonly clock: Clock,
  ) {
    pipes.listen((carried) => this.hear(carried));
  }

  /** Whether another case may have it: nobody has it now, and nothing is left of those before. */
  get isFree(): boolean {
    return this.turn === undefined && !this.spent && this.served.length < MOST_CASES;
  }

  /** Whether it is as a case needs it that sends this method first, after the opening. */
  fits(first: string | undefined): boolean {
    return [...this.renewed].every((method) => method === first);
  }

  /** Whether a request had this id. */
  used(id: Json): boolean {
    return this.owners.has(idKey(id));
  }

  /** Whether no case will have it any more. */
  get isSpent(): boolean {
    return this.spent || this.served.length >= MOST_CASES;
  }

  /** The target is gone, or its state can't be known. */
  spend(): void {
    this.spent = true;
  }

  /** Pipes for the next case, until `settle`. */
  begin(name: string): Pipes {
    const turn = newTurn();
    this.served.push(name);
    this.turns.push(turn);
    this.turn = turn;
    const { pipes } = this;
    return {
      write: (bytes) => pipes.write(bytes),
      ...(pipes.writeApart ? { writeApart: (pieces) => pipes.writeApart!(pieces) } : {}),
      says: (said) => (said instanceof Uint8Array ? this.noteRaw(turn, said) : this.says(turn, said)),
      isRepeated: (carried) => this.repeated.has(carried),
      end: () => {
        // The line goes on: only a case that has a process to itself closes it.
      },
      reset: () => this.spend(),
      listen: (listener) => {
        turn.listener = listener;
        if (this.shares.once.length === 0) setImmediate(() => this.handOn(turn));
      },
      traffic: () => pipes.traffic(),
    };
  }

  /**
   * The case that has it is done: what it changed is taken back. Resolves once that is answered; if something is left open the line is
   * spent. What comes from then on belongs to that case still.
   */
  async settle(): Promise<void> {
    const { turn } = this;
    if (!turn) return;
    if (this.isOpening || turn.asked.size > 0 || turn.owed.size > 0) this.spent = true;
    if (!this.spent && turn.undo.length > 0) await this.takeBack(turn.undo);
    this.turn = undefined;
  }

  /** Whether the opening has begun and not come to its end. */
  private get isOpening(): boolean {
    const { once } = this.shares;
    return once.length > 0 && !once.every((method) => this.opened.some((one) => one.method === method && isThere(one)));
  }

  /** Takes note of a message that a case is about to send. Returns whether it must not be sent, because the opening has been. */
  private says(turn: Turn, message: Json): boolean {
    if (!isObject(message)) return false;
    const { id, method } = message;
    if (typeof method === 'string' && this.shares.once.includes(method)) {
      const before = this.opened.find((one) => one.method === method);
      if (before && isThere(before)) {
        if (before.answer && id !== undefined) this.repeat(turn, { ...before.answer, id });
        if (method === this.shares.once.at(-1)) setImmediate(() => this.handOn(turn));
        return true;
      }
      this.opened.push({ method, ...(id === undefined ? {} : { key: idKey(id) }) });
    }
    this.note(turn, message);
    return false;
  }

  /** What a request of ours, or an answer, means for what is open. */
  private note(turn: Turn, message: JsonObject): void {
    const { id, method, params } = message;
    if (shapeOf(message) === 'response') turn.owed.delete(idKey(id));
    if (shapeOf(message) !== 'request' || typeof method !== 'string') return;
    const key = idKey(id);
    turn.asked.add(key);
    this.owners.set(key, turn);
    if (typeof id === 'number' && Number.isInteger(id) && id < MOST_IDS) this.nextId = Math.max(this.nextId, id + 1);
    const back = own(this.shares.undo, method);
    if (back !== undefined) turn.undo.push({ method: back, params });
    turn.undo = turn.undo.filter((one) => one.method !== method || !equal(one.params, params));
    if (this.shares.lasts.includes(method)) this.spent = true;
    if (this.shares.renews.includes(method)) this.renewed.add(method);
  }

  /** Exact bytes may be a request too. */
  private noteRaw(turn: Turn, bytes: Uint8Array): boolean {
    for (const line of Buffer.from(bytes).toString().split('\n')) {
      const message = line === '' ? undefined : readJson(line);
      if (isObject(message) && message.id !== undefined && message.method !== undefined)
        this.owners.set(idKey(message.id), turn);
    }
    return false;
  }

  private repeat(turn: Turn, message: JsonObject): void {
    const carried: Carried = { kind: 'message', message };
    this.repeated.add(carried);
    // As an answer does, it comes after the record of what it answers.
    setImmediate(() => turn.listener(carried));
  }

  private hear(carried: Carried): void {
    const { message } = carried;
    if (carried.kind === 'closed') this.spent = true;
    const owner = isObject(message) && shapeOf(message) === 'response' ? this.owners.get(idKey(message.id)) : undefined;
    if (this.turn === undefined && isObject(message) && shapeOf(message) === 'request')
      this.comesBetween(message, carried);
    else this.give(owner ?? this.turn ?? this.turns.at(-1), carried);
  }

  /**
   * Nobody is there to answer. What the target may ask once for the connection waits: no case that shares one expects it. Of another request
   * the case that brought it about must have known.
   */
  private comesBetween({ method }: JsonObject, carried: Carried): void {
    if (this.shares.keeps.includes(String(method))) this.held.push(carried);
    else {
      this.spent = true;
      this.give(this.turns.at(-1), carried);
    }
  }

  /** A case that has opened the line answers what nobody was there to answer. */
  private handOn(turn: Turn): void {
    if (this.turn !== turn) return;
    const held = this.held;
    this.held = [];
    for (const carried of held) this.give(turn, carried);
  }

  private give(turn: Turn | undefined, carried: Carried): void {
    if (isObject(carried.message)) this.heard(turn, carried.message);
    turn?.listener(carried);
  }

  private heard(turn: Turn | undefined, message: JsonObject): void {
    const shape = shapeOf(message);
    if (shape === 'response') {
      const key = idKey(message.id);
      turn?.asked.delete(key);
      const opened = this.opened.find((one) => one.key === key);
      if (opened && isObject(message.result)) opened.answer ??= message;
    } else if (shape === 'request' && message.id !== undefined) turn?.owed.add(idKey(message.id));
  }

  /** Sends what takes changes back. No case sees the answers. */
  private async takeBack(changes: Turn['undo']): Promise<void> {
    const turn = newTurn();
    const undone = new Promise<boolean>((resolve) => {
      turn.listener = () => turn.asked.size === 0 && resolve(true);
    });
    for (const { method, params } of changes) {
      const message: JsonObject = { jsonrpc: '2.0', id: this.nextId, method };
      if (params !== undefined) message.params = params;
      this.note(turn, message);
      this.pipes.write(Buffer.from(`${stringifyJson(message)}\n`));
    }
    if (!(await waitAtMost(this.clock, UNDOING, undone))) this.spent = true;
  }
}

const newTurn = (): Turn => ({ listener: () => undefined, asked: new Set(), owed: new Set(), undo: [] });

const isThere = ({ key, answer }: Opened) => key === undefined || answer !== undefined;

function readJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
