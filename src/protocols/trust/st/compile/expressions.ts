/** Expressions: one entry for every kind, and the levels that are counted for the stack. */

import { coerce } from '../operations/coerce.js';
import { binary, unary } from '../operations/operators.js';
import { bit, field, indexed, member, named, variable } from '../operations/places.js';
import { constantOf, refuse, type Scope, type Typed } from '../operations/typed.js';
import { type Span, shown } from '../syntax/diagnostics.js';
import type { Expression } from '../syntax/tree.js';
import { CHAR, DECIMAL, ELEMENTARY, INTEGER, stringType, WCHAR } from '../types/types.js';
import { call } from './calls.js';

/** Compiles an expression; what is wrong in it is reported. */
export function expression(scope: Scope, node: Expression): Typed {
  scope.level++;
  scope.height = Math.max(scope.height, scope.level);
  const made = any(scope, node);
  scope.level--;
  return made;
}

function any(scope: Scope, node: Expression): Typed {
  switch (node.kind) {
    case 'literal':
      return literal(scope, node.type, node.value, node.at);
    case 'name':
      return named(scope, node.name, node.at);
    case 'address': {
      const found = scope.library.located(node.address, node.at);
      return found
        ? variable(found, node.at)
        : refuse(scope, node.at, 'type', `"${node.address}" is not a complete address`);
    }
    case 'member':
      return member(scope, node.type, node.name, node.at);
    case 'field':
      return field(scope, node);
    case 'bit':
      return bit(scope, node);
    case 'index':
      return indexed(scope, node);
    case 'unary':
      return unary(scope, node);
    case 'binary':
      return binary(scope, node);
    case 'call':
      return call(scope, node);
  }
}

function literal(scope: Scope, name: string, value: bigint | number | boolean | string, at: Span): Typed {
  if (typeof value === 'string') {
    const wide = name === 'WSTRING' || name === 'WCHAR';
    if (name === 'CHAR' || name === 'WCHAR') {
      if (value.length === 1) return constantOf(wide ? WCHAR : CHAR, value, at);
      return refuse(scope, at, 'type', `${name} holds one character`);
    }
    if (name !== 'STRING' && name !== 'WSTRING') return refuse(scope, at, 'type', `a string is no ${shown(name)}`);
    return constantOf(stringType(wide, value.length, false), value, at);
  }
  if (name === 'INTEGER') return constantOf(INTEGER, value, at);
  if (name === 'DECIMAL') return constantOf(DECIMAL, value, at);
  const type = ELEMENTARY.get(name);
  if (!type) return refuse(scope, at, 'undeclared', `"${shown(name)}" is not an elementary type`);
  if (type.family === 'duration' || type.family === 'date' || typeof value === 'boolean') {
    const fits = typeof value === 'boolean' ? type.family === 'bool' : typeof value === 'bigint';
    return fits ? constantOf(type, value, at) : refuse(scope, at, 'type', `this is no ${type.name}`);
  }
  const bare = constantOf(typeof value === 'bigint' ? INTEGER : DECIMAL, value, at);
  if (type.family === 'real' || typeof value === 'bigint') return coerce(scope, bare, type, 'convert');
  return refuse(scope, at, 'type', `${value} is no ${type.name}`);
}

/** A condition: the code of a BOOL expression. */
export function condition(scope: Scope, node: Expression, of: string): Typed {
  const made = scope.expression(node);
  if (made.type.kind === 'unknown' || (made.type.kind === 'elementary' && made.type.family === 'bool')) return made;
  return refuse(scope, made.at, 'type', `the condition of ${of} is a BOOL, got ${made.type.name}`);
}
