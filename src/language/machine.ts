/** A state machine as a table. */
export interface Machine {
  /** Where a walk may begin: one state or several. */
  initial: string | readonly string[];
  /** From each state to the states that may follow it. Names every state that may be left. */
  moves: { readonly [state: string]: readonly string[] };
  /** States that nothing may follow. A state without moves is final too, named here or not. */
  final: readonly string[];
  /** Whether a state may be seen several times in a row without a move of its own; it may unless this is false. */
  repeats?: boolean;
  /**
   * The states are looked at from time to time (polled) rather than told one by one: a walk may begin and go on at every
   * state that moves can have led to meanwhile.
   */
  sampled?: boolean;
}

/** How far a walk was legal. `at` is the index of the first state that was not. */
export type Walk = { ok: true } | { ok: false; at: number; message: string };

/** Whether the states, in this order, are a legal walk. An empty walk is legal. */
export function walk(machine: Machine, states: readonly string[]): Walk {
  const known = statesOf(machine);
  for (const [at, state] of states.entries()) {
    const wrong = known.has(state)
      ? misstep(machine, states[at - 1], state)
      : `${name(state)} is not a state; known are ${list([...known])}`;
    if (wrong) return { ok: false, at, message: wrong };
  }
  return { ok: true };
}

/** Every state that the table names. */
export function statesOf(machine: Machine): Set<string> {
  return new Set([
    ...starts(machine),
    ...Object.entries(machine.moves).flatMap(([from, to]) => [from, ...to]),
    ...machine.final,
  ]);
}

function misstep(machine: Machine, before: string | undefined, state: string): string | undefined {
  if (before === undefined) {
    const allowed = machine.sampled ? reachable(machine, starts(machine)) : new Set(starts(machine));
    return allowed.has(state)
      ? undefined
      : `${name(state)} can't be the first state; a walk begins with ${list([...allowed])}`;
  }
  if (before === state && machine.repeats !== false) return undefined;
  const next = machine.final.includes(before) ? [] : (machine.moves[before] ?? []);
  if (next.includes(state) || (machine.sampled && reachable(machine, next).has(state))) return undefined;
  if (next.length === 0) return `${name(before)} is final, but ${name(state)} followed`;
  return `${name(state)} can't follow ${name(before)}; after it come ${list([...next])}`;
}

function reachable(machine: Machine, from: readonly string[]): Set<string> {
  const seen = new Set(from);
  for (const state of seen) {
    if (machine.final.includes(state)) continue;
    for (const next of machine.moves[state] ?? []) seen.add(next);
  }
  return seen;
}

const starts = (machine: Machine): readonly string[] =>
  typeof machine.initial === 'string' ? [machine.initial] : machine.initial;
const name = (state: string) => JSON.stringify(state.length > 60 ? `${state.slice(0, 57)}...` : state);
const list = (states: string[]) => (states.length === 0 ? 'none' : states.map(name).join(', '));
