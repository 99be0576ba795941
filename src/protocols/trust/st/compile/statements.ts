/** Statements to closures that say how they ended. */

import { coerce } from '../operations/coerce.js';
import { expected, store, writable } from '../operations/places.js';
import { CONTINUE, DONE, EXIT, type Exec, type Frame, RETURN, type Run, spend } from '../operations/runtime.js';
import { refuse, type Scope } from '../operations/typed.js';
import type { Span } from '../syntax/diagnostics.js';
import type { Statement } from '../syntax/tree.js';
import { isAggregate, type Type, VOID } from '../types/types.js';
import { copyInto, copyOf, valuesOf } from '../types/values.js';
import { blockCall } from './calls.js';
import { caseStatement } from './case.js';
import { condition } from './expressions.js';
import { forStatement } from './for.js';

/** Code for a list of statements. */
export function statements(scope: Scope, list: readonly Statement[]): Exec {
  scope.level++;
  scope.height = Math.max(scope.height, scope.level);
  const compiled = list.map((one) => statement(scope, one));
  scope.level--;
  return sequence(compiled);
}

/** One closure for several. Short lists have closures without a loop, because most branches are short. */
function sequence(list: Exec[]): Exec {
  const [a, b, c] = list as [Exec, Exec, Exec];
  switch (list.length) {
    case 0:
      return () => DONE;
    case 1:
      return a;
    case 2:
      return (rt, f) => a(rt, f) || b(rt, f);
    case 3:
      return (rt, f) => a(rt, f) || b(rt, f) || c(rt, f);
    default:
      return (rt, f) => {
        for (let index = 0; index < list.length; index++) {
          const end = list[index]!(rt, f);
          if (end !== DONE) return end;
        }
        return DONE;
      };
  }
}

function statement(scope: Scope, node: Statement): Exec {
  switch (node.kind) {
    case 'assign':
      return assignment(scope, node);
    case 'invoke':
      return invocation(scope, node);
    case 'if':
      return ifStatement(scope, node);
    case 'case':
      return caseStatement(scope, node, (body) => statements(scope, body));
    case 'for':
      return forStatement(scope, node, () => looped(scope, node.body));
    case 'while':
      return whileStatement(scope, node);
    case 'repeat':
      return repeatStatement(scope, node);
    case 'return':
      return () => RETURN;
    default: {
      if (scope.loops === 0) refuse(scope, node.at, 'syntax', `${node.kind.toUpperCase()} stands outside of any loop`);
      const end = node.kind === 'exit' ? EXIT : CONTINUE;
      return () => end;
    }
  }
}

/** The body of a loop. */
function looped(scope: Scope, body: readonly Statement[]): Exec {
  scope.loops++;
  const run = statements(scope, body);
  scope.loops--;
  return run;
}

function assignment(scope: Scope, { target, value, at }: Extract<Statement, { kind: 'assign' }>): Exec {
  const to = scope.expression(target);
  const from = expected(scope, value, to.type);
  const place = writable(scope, to);
  if (!place || (from.type.kind === 'unknown' && from.type !== VOID)) return () => DONE;
  const { type } = to;
  if (type.kind === 'block') {
    refuse(scope, at, 'type', `a function block cannot be assigned: ${type.name}`);
    return () => DONE;
  }
  const { run, constant } = coerce(scope, from, type);
  if (isAggregate(type))
    return copied(
      type,
      run,
      store(place, type, (one, other) => copyInto(type, one, other)),
      at,
    );
  const { slot, base, index, bit } = place;
  if (slot !== undefined && bit === undefined) {
    if (constant !== undefined)
      return (_, f) => {
        f[slot] = constant;
        return DONE;
      };
    return (rt, f) => {
      f[slot] = run(rt, f);
      return DONE;
    };
  }
  if (typeof index === 'number' && bit === undefined)
    return (rt, f) => {
      const result = run(rt, f);
      base(rt, f)[index] = result;
      return DONE;
    };
  const put = store(place, type, () => {});
  return (rt, f) => {
    put(rt, f, run(rt, f));
    return DONE;
  };
}

function copied(type: Type, run: Run, put: (rt: Parameters<Run>[0], f: Frame, value: unknown) => void, at: Span): Exec {
  const cost = valuesOf(type);
  return (rt, f) => {
    spend(rt, cost, at);
    // Copied first: the value may be a part of what it is assigned to.
    put(rt, f, copyOf(type, run(rt, f)));
    return DONE;
  };
}

function invocation(scope: Scope, { call }: Extract<Statement, { kind: 'invoke' }>): Exec {
  const block = blockCall(scope, call);
  if (block) return block;
  const { run } = scope.expression(call);
  return (rt, f) => {
    run(rt, f);
    return DONE;
  };
}

function ifStatement(scope: Scope, { branches, otherwise }: Extract<Statement, { kind: 'if' }>): Exec {
  const compiled = branches.map((branch) => ({
    test: condition(scope, branch.condition, 'IF').run as Run<boolean>,
    body: statements(scope, branch.body),
  }));
  const last = otherwise ? statements(scope, otherwise) : undefined;
  if (compiled.length === 1) {
    const { test, body } = compiled[0]!;
    if (last) return (rt, f) => (test(rt, f) ? body(rt, f) : last(rt, f));
    return (rt, f) => (test(rt, f) ? body(rt, f) : DONE);
  }
  return (rt, f) => {
    for (const { test, body } of compiled) if (test(rt, f)) return body(rt, f);
    return last ? last(rt, f) : DONE;
  };
}

function whileStatement(scope: Scope, node: Extract<Statement, { kind: 'while' }>): Exec {
  const test = condition(scope, node.condition, 'WHILE').run as Run<boolean>;
  const body = looped(scope, node.body);
  const cost = 1 + node.body.length;
  return (rt, f) => {
    while (test(rt, f)) {
      spend(rt, cost, node.at);
      const end = body(rt, f);
      if (end === EXIT) break;
      if (end === RETURN) return end;
    }
    return DONE;
  };
}

function repeatStatement(scope: Scope, node: Extract<Statement, { kind: 'repeat' }>): Exec {
  const body = looped(scope, node.body);
  const test = condition(scope, node.condition, 'REPEAT').run as Run<boolean>;
  const cost = 1 + node.body.length;
  return (rt, f) => {
    do {
      spend(rt, cost, node.at);
      const end = body(rt, f);
      if (end === EXIT) break;
      if (end === RETURN) return end;
    } while (!test(rt, f));
    return DONE;
  };
}
