import { isObject } from '../../json/json.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Step } from '../../language/case.js';
import type { WireRecord } from '../../wire/record.js';

/** The requests of the target that the steps of a case answer: every method that some `expect: { request: M }` waits for. */
export class Claims {
  private readonly methods: ReadonlySet<string>;

  constructor(steps: readonly Step[]) {
    this.methods = claimedMethods(steps);
  }

  /** Whether the steps answer requests of this method. */
  keep(method: string): boolean {
    return this.methods.has(method) || this.methods.has('*');
  }

  /** Whether a record is a request that the steps leave to the peer. */
  leave({ kind, message }: WireRecord): boolean {
    if (kind !== 'message' || !isObject(message) || shapeOf(message) !== 'request') return false;
    return !this.keep(String(message.method));
  }
}

function claimedMethods(steps: readonly Step[]): Set<string> {
  const methods = new Set<string>();
  for (const { verb, body, steps: nested = [], branches = [] } of steps) {
    if (verb === 'expect' && isObject(body) && typeof body.request === 'string')
      methods.add(body.request.split('#')[0]!);
    for (const method of claimedMethods([...nested, ...branches.flatMap((branch) => branch.steps)]))
      methods.add(method);
  }
  return methods;
}
