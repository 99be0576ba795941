import { parse } from 'yaml';
import { FaultError, type FaultRule, type LiveFaults } from '../../../src/conversation/faults/faults.js';
import type { Fault } from '../../../src/generated/types/control-v1.js';
import { isObject, type Json, type JsonObject, stringifyJson } from '../../../src/json/json.js';
import { setOf } from '../../load/faults.js';

interface Ready {
  id: string;
  title: string;
  rule: Omit<FaultRule, 'id'>;
}

/** What a developer wants to see a client or server survive. None knows a protocol: each takes whatever message comes. */
const READY_FAULTS: readonly Ready[] = [
  { id: 'late', title: 'Every answer comes 300 ms late', rule: { sends: { reply: '*' }, do: { delay: '300ms' } } },
  { id: 'no-reply', title: 'The next answer never comes', rule: { sends: { reply: '*' }, nth: 1, do: 'drop' } },
  { id: 'twice', title: 'The next answer comes twice', rule: { sends: { reply: '*' }, nth: 1, do: 'duplicate' } },
  {
    id: 'other-id',
    title: 'The next answer has an id that no request has',
    rule: { sends: { reply: '*' }, nth: 1, do: { set: { '/id': 'proctor-nobody' } } },
  },
  {
    id: 'error',
    title: 'The next answer is an error (-32603)',
    rule: {
      sends: { reply: '*' },
      nth: 1,
      do: [{ remove: ['/result'] }, { set: { '/error': { code: -32603, message: 'a fault of this mock' } } }],
    },
  },
  {
    id: 'empty-result',
    title: 'The next answer has an empty result',
    rule: { sends: { reply: '*' }, nth: 1, do: [{ remove: ['/error'] }, { set: { '/result': {} } }] },
  },
  {
    id: 'no-json',
    title: 'In place of the next answer comes a text that is not JSON',
    rule: { sends: { reply: '*' }, nth: 1, do: { bytes: '{"jsonrpc": "2.0", "id": ' } },
  },
  {
    id: 'unknown-member',
    title: 'Every result has a member that nobody knows',
    rule: { sends: { reply: '*#result' }, do: { set: { '/result/proctorUnknown': true } } },
  },
  {
    id: 'other-version',
    title: 'The next answer says that it is JSON-RPC 1.0',
    rule: { sends: { reply: '*' }, nth: 1, do: { set: { '/jsonrpc': '1.0' } } },
  },
  { id: 'deaf', title: 'The next request is not heard', rule: { hears: { request: '*' }, nth: 1, do: 'drop' } },
  {
    id: 'close',
    title: 'In place of the next answer the connection closes',
    rule: { sends: { reply: '*' }, nth: 1, do: [{ close: 'reset' }, 'drop'] },
  },
  {
    id: 'exit',
    title: 'In place of the next answer the mock ends',
    rule: { sends: { reply: '*' }, nth: 1, do: [{ exit: 1 }, 'drop'] },
  },
] as unknown as readonly Ready[];

/** The faults of a mock as its page shows them: those of `--fault`, the ready ones, and what a person has added. */
export class SwitchedFaults {
  private readonly titles = new Map<string, string>();
  private readonly rules = new Map<string, FaultRule>();
  private readonly last = new Map<string, number>();

  /** @param own the rules that are on from the beginning */
  constructor(
    private readonly faults: LiveFaults,
    own: readonly FaultRule[],
  ) {
    for (const rule of own) this.note(rule, `The fault ${rule.id} of the file`);
    for (const { id, title, rule } of READY_FAULTS)
      if (!this.rules.has(id)) this.add({ ...rule, id } as FaultRule, title);
  }

  list(): Fault[] {
    const applied = this.faults.applied();
    return [...this.faults.switched()].map(([id, on]) => {
      const last = this.last.get(id);
      const rule = this.rules.get(id);
      return {
        ...{ id, on, title: this.titles.get(id) ?? id, applied: applied.get(id) ?? 0 },
        ...(last === undefined ? {} : { last }),
        ...(rule === undefined ? {} : { rule: stringifyJson(bare(rule)) }),
      };
    });
  }

  /** Notes that a line came; returns whether a fault has acted since the last one. */
  came(index: number, before: ReadonlyMap<string, number>): boolean {
    let acted = false;
    for (const [id, count] of this.faults.applied()) {
      if (count === (before.get(id) ?? 0)) continue;
      this.last.set(id, index);
      acted = true;
    }
    return acted;
  }

  applied(): Map<string, number> {
    return this.faults.applied();
  }

  /** Switches a fault; with a rule, as a file has it, adds one first. Returns why that can't be done. */
  set(id: string, on: boolean, rule: string | undefined): string | undefined {
    try {
      if (rule !== undefined) this.add(ruleOf(id, rule), `The fault ${id}, added here`);
    } catch (error) {
      if (error instanceof FaultError || error instanceof SyntaxError || error instanceof TypeError)
        return error.message;
      throw error;
    }
    return this.faults.switch(id, on) ? undefined : `there is no fault ${JSON.stringify(id)}`;
  }

  private add(rule: FaultRule, title: string): void {
    this.faults.add(rule);
    this.note(rule, title);
  }

  private note(rule: FaultRule, title: string): void {
    this.rules.set(rule.id, rule);
    this.titles.set(rule.id, title);
  }
}

const bare = ({ id: _, ...rule }: FaultRule): Json => rule as unknown as JsonObject;

/** A rule as a file of faults has it. */
function ruleOf(id: string, text: string): FaultRule {
  let value: unknown;
  try {
    value = parse(text, { schema: 'core', maxAliasCount: 0 });
  } catch (error) {
    throw new SyntaxError(`the rule is not YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  if (!isObject(value))
    throw new SyntaxError('the rule must be an object, such as { sends: { reply: ping }, do: drop }');
  const { rules, switches } = setOf([{ ...value, id }]);
  if (switches.length > 0) throw new SyntaxError('a switch of the reference is set when the mock starts: --mutant ID');
  return rules[0]!;
}
