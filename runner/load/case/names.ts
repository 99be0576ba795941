import { RECEIVED } from '../../../src/conversation/case/received.js';
import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import { getPointer } from '../../../src/json/pointer.js';
import { closest, didYouMean } from '../../../src/json/suggest.js';
import type { Step } from '../../../src/language/case.js';
import { stepsOf } from '../../../src/language/steps.js';
import { namesIn } from '../../../src/language/values/index.js';
import type { FileProblem } from '../../types.js';
import { below, type Origin, rootsIn } from './steps.js';

/** What the kit fills in itself; everything behind the first dot is its business. */
const BUILT_IN = [
  'dir',
  'fixtures',
  'node',
  'uuid',
  'row',
  'proctor',
  'port',
  'target',
  'peer',
  'behavior',
  'secret',
  'version',
];

/** What a part of a case binds: captures with the step that makes them, and names of messages and channels. */
interface Bound {
  saved: Map<string, Step>;
  named: Set<string>;
}

interface Subject {
  steps: Step[];
  origins: ReadonlyMap<Step, Origin>;
  /** The case's own constants, which a capture may not shadow. */
  constants: ReadonlySet<string>;
}

/**
 * The mistakes with names that can be seen before a run: a name that nothing binds, or only a later step; a name captured
 * twice outside `repeat`; a reply to a request that no step names. Branches count as bound afterwards whichever is taken,
 * so that nothing is reported that could work.
 */
export function nameProblems(subject: Subject): FileProblem[] {
  return new NameCheck(subject).run();
}

class NameCheck {
  private readonly problems: FileProblem[] = [];
  private readonly everywhere: Bound;

  constructor(private readonly subject: Subject) {
    this.everywhere = boundBy(subject.steps);
  }

  run(): FileProblem[] {
    this.walk(this.subject.steps, { saved: new Map(), named: new Set() }, false);
    return this.problems;
  }

  /** Checks steps in their order; `bound` grows with what they bind. */
  private walk(steps: Step[], bound: Bound, repeated: boolean): void {
    for (const step of steps) {
      if (step.verb === 'repeat' || step.verb === 'any_order') {
        const inside = copyOf(bound);
        // The second round sees what the first one bound, and in any_order nobody knows which step comes first.
        merge(inside, boundBy(step.steps ?? []));
        this.references(step, inside);
        this.replies(step);
        if (step.verb === 'repeat') this.walk(step.steps ?? [], inside, true);
        else for (const one of step.steps ?? []) this.anyOrder(one, inside, bound, repeated);
        merge(bound, boundBy(step.steps ?? []));
      } else if (step.verb === 'either') {
        const after = copyOf(bound);
        for (const branch of step.branches ?? []) {
          const inside = copyOf(bound);
          this.walk(branch.steps, inside, repeated);
          merge(after, inside);
        }
        merge(bound, after);
      } else this.single(step, bound, repeated);
    }
  }

  private single(step: Step, bound: Bound, repeated: boolean): void {
    const own = boundBy([step]);
    const inside = copyOf(bound);
    for (const name of own.named) inside.named.add(name);
    this.references(step, inside);
    this.replies(step);
    this.channel(step);
    for (const name of own.named) bound.named.add(name);
    for (const name of own.saved.keys()) this.capture(step, name, bound, repeated);
  }

  private anyOrder(step: Step, inside: Bound, bound: Bound, repeated: boolean): void {
    this.references(step, inside);
    this.replies(step);
    this.channel(step);
    for (const name of Object.keys(step.save)) this.capture(step, name, bound, repeated);
  }

  private capture(step: Step, name: string, bound: Bound, repeated: boolean): void {
    const at = (message: string) => this.report(step, ['save', name], message);
    const earlier = bound.saved.get(name);
    if (BUILT_IN.includes(name)) at(`\`${name}\` can't be captured: Proctor sets it`);
    else if (this.subject.constants.has(name)) at(`\`${name}\` is a constant of this case already`);
    else if (this.everywhere.named.has(name))
      at(`\`${name}\` is the name of a message or channel of this case already`);
    else if (earlier && !repeated)
      at(`\`${name}\` is captured twice; the first time in ${earlier.place.file}:${earlier.place.line}`);
    if (!earlier) bound.saved.set(name, step);
  }

  private references(step: Step, bound: Bound): void {
    const { body, on, within, after, save } = step;
    const values: Json[] = [body, on ?? null, within ?? null, after ?? null, save];
    for (const root of rootsIn(values)) {
      // A constant still stands there only where it could not be filled in, which is said already.
      if (known(root, bound) || this.subject.constants.has(root)) continue;
      // The standing answer of a listener is read when something asks, which may be long after the step.
      if (root === 'received' && step.verb === 'open') {
        this.received(step);
        continue;
      }
      const later = known(root, this.everywhere);
      if (later && step.verb === 'open') continue;
      const message = later ? `\`${root}\` is used before anything binds it` : `nothing binds \`${root}\``;
      const names = [...BUILT_IN, ...bound.saved.keys(), ...bound.named];
      const near = later ? undefined : closest(root, names);
      this.report(step, this.pathTo(step, root), message, near && `did you mean \`${near}\`?`);
    }
  }

  /** What an answer names of the request that has come. */
  private received(step: Step): void {
    for (const name of namesIn(step.body)) {
      const [root, member] = name.split('.');
      if (root !== 'received' || member === undefined || RECEIVED.includes(member)) continue;
      const path = this.pathWhere(step, (text) => namesIn(text).includes(name));
      const message = `a request that has come has no \`${member}\``;
      this.report(step, path, message, didYouMean(member, RECEIVED));
    }
  }

  /** Where in the step as written the name stands; the step itself where it came with a constant. */
  private pathTo(step: Step, root: string): string[] {
    return this.pathWhere(step, (text) => rootsIn(text).includes(root));
  }

  private pathWhere(step: Step, fits: (text: string) => boolean): string[] {
    const origin = this.subject.origins.get(step);
    const written = origin?.source.data === undefined ? undefined : getPointer(origin.source.data, origin.pointer);
    return written === undefined ? [] : (find(written, (value) => typeof value === 'string' && fits(value)) ?? []);
  }

  private replies(step: Step): void {
    for (const { names, path } of repliesIn(step)) {
      for (const name of names) {
        const plain = name.split('#')[0]!;
        if (plain.includes('${') || this.everywhere.named.has(plain)) continue;
        const asked = [...this.everywhere.named];
        this.report(step, path, `no request of this case is named \`${plain}\``, didYouMean(plain, asked));
      }
    }
  }

  /** Transports have channels of their own, so only a name that is nearly one of the case's is taken for a mistake. */
  private channel(step: Step): void {
    const { on } = step;
    if (on === undefined || on.includes('${') || this.everywhere.named.has(on) || known(on, this.everywhere)) return;
    const near = closest(on, [...this.everywhere.named, 'main']);
    if (near !== undefined && on !== 'main')
      this.report(step, ['on'], `there is no channel \`${on}\``, `did you mean \`${near}\`?`);
  }

  private report(step: Step, path: string[], message: string, suggestion?: string): void {
    const origin = this.subject.origins.get(step);
    if (!origin) return;
    const { source, pointer } = below(origin, ...path);
    const part = path[0] === 'save' && path.length === 2 ? { part: 'key' as const } : {};
    const used = step.usedAt ? ` (used in ${step.usedAt.file}:${step.usedAt.line})` : '';
    this.problems.push(
      source.problem(pointer, `${message}${used}`, { ...part, ...(suggestion ? { suggestion } : {}) }),
    );
  }
}

function known(root: string, bound: Bound): boolean {
  return BUILT_IN.includes(root) || bound.saved.has(root) || bound.named.has(root) || /^(main|peer-\d+)$/.test(root);
}

function boundBy(steps: readonly Step[]): Bound {
  const bound: Bound = { saved: new Map(), named: new Set() };
  for (const step of stepsOf(steps)) {
    for (const name of Object.keys(step.save)) if (!bound.saved.has(name)) bound.saved.set(name, step);
    for (const one of [step.body].flat())
      if (isObject(one) && typeof one.as === 'string' && step.verb !== 'assert') bound.named.add(one.as);
  }
  return bound;
}

function copyOf(bound: Bound): Bound {
  return { saved: new Map(bound.saved), named: new Set(bound.named) };
}

function merge(into: Bound, from: Bound): void {
  for (const [name, step] of from.saved) if (!into.saved.has(name)) into.saved.set(name, step);
  for (const name of from.named) into.named.add(name);
}

/** The names that a step gives for replies: what it answers, waits for or looks for. */
function repliesIn(step: Step): { names: string[]; path: string[] }[] {
  const { verb, body } = step;
  const at = (value: Json | undefined, path: string[]) => {
    const reply = isObject(value) ? value.reply : undefined;
    const names = [reply].flat().filter((name) => typeof name === 'string');
    return names.length > 0 ? [{ names, path: [...path, 'reply'] }] : [];
  };
  if (verb === 'send' && Array.isArray(body)) return body.flatMap((one, index) => at(one, [verb, String(index)]));
  if (verb === 'send' || verb === 'expect' || verb === 'never') return at(body, [verb]);
  if (verb === 'assert') return at(isObject(body) ? body.seen : undefined, [verb, 'seen']);
  if (verb === 'repeat' && isObject(body) && isObject(body.until)) return at(body.until.seen, [verb, 'until', 'seen']);
  return [];
}

function find(value: Json, test: (value: Json) => boolean): string[] | undefined {
  if (test(value)) return [];
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [name, member] of members) {
    const path = find(member, test);
    if (path) return [String(name), ...path];
  }
  return undefined;
}
