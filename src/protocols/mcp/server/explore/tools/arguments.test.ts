import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import {
  ENDS_OTHERWISE,
  likelyArguments,
  patientArguments,
  refusedArguments,
  simplestArguments,
  variedArguments,
  withText,
} from './arguments.js';

const schema = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
});

describe('the simplest arguments', () => {
  it.for<[string, JsonObject, JsonObject | undefined]>([
    ['are none where none are required', schema({ a: { type: 'string' } }), {}],
    [
      'have what is required, by its type',
      schema(
        { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'boolean' }, d: { type: 'array' } },
        'a',
        'b',
        'c',
        'd',
      ),
      { a: 'hi', b: 1, c: false, d: [] },
    ],
    [
      'have a value that the schema names',
      schema({ a: { enum: ['x', 'y'] }, b: { type: 'string', default: 'z' }, c: { const: 7 } }, 'a', 'b', 'c'),
      { a: 'x', b: 'z', c: 7 },
    ],
    [
      'keep to its limits',
      schema(
        {
          a: { type: 'string', minLength: 4 },
          b: { type: 'number', minimum: 5 },
          c: { type: 'array', minItems: 1, items: { type: 'string', format: 'uri' } },
        },
        'a',
        'b',
        'c',
      ),
      { a: 'hi..', b: 5, c: ['https://example.com/'] },
    ],
    [
      'nest',
      schema({ a: schema({ b: { anyOf: [{ type: 'null' }, { type: 'string' }] } }, 'b') }, 'a'),
      { a: { b: null } },
    ],
    [
      'say how long it takes, also where nobody has to',
      schema({ duration: { type: 'number', default: 10 }, wait_ms: { type: 'integer' } }),
      { duration: 0.4, wait_ms: 400 },
    ],
    ['do not where that is not allowed', schema({ delay: { type: 'number', minimum: 5 } }), {}],
    ['are not known where the schema wants more than it says', { ...schema({}), minProperties: 1 }, undefined],
  ])('%s', ([, inputSchema, args]) => {
    expect(simplestArguments(inputSchema)).toEqual(args);
  });
});

describe('likely arguments', () => {
  const text = (description: string) => ({ type: 'string', description });

  it.for<[string, JsonObject, JsonObject | undefined]>([
    ['are none where nothing says more', schema({ query: text('What to look for') }, 'query'), undefined],
    ['are none where nothing is required', schema({ path: text('A folder') }), undefined],
    [
      'have what a description has for an example',
      schema(
        { zone: text("IANA name (e.g., 'America/New_York', 'Europe/London')"), n: text('for example "7"') },
        'zone',
        'n',
      ),
      { zone: 'America/New_York', n: '7' },
    ],
    ['have no URL from there', schema({ page: text('e.g. "https://example.org/a"') }, 'page'), undefined],
    [
      'have what a name says',
      schema({ repo_path: { type: 'string' }, timezone: { type: 'string' } }, 'repo_path', 'timezone'),
      { repo_path: '.', timezone: 'UTC' },
    ],
    [
      'reach into lists',
      schema({ dirs: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'e.g. `src`' } }, 'dirs'),
      { dirs: ['src'] },
    ],
    ['fit the schema', schema({ path: { type: 'string', pattern: '^hi$' } }, 'path'), undefined],
  ])('%s', ([, inputSchema, args]) => {
    expect(likelyArguments(inputSchema)).toEqual(args);
  });
});

it('refused arguments have one of another type', () => {
  expect(refusedArguments(schema({ a: {}, b: { type: 'integer' } }), {})).toEqual({ b: 'text' });
  expect(refusedArguments(schema({ a: { type: ['string', 'integer'] }, b: { type: 'string' } }), {})).toEqual({ b: 5 });
  expect(refusedArguments(schema({ a: {} }), {})).toBeUndefined();
});

it('a text goes where any text may stand', () => {
  const inputSchema = schema(
    { a: { type: 'string', enum: ['x'] }, b: { type: 'string', maxLength: 2 }, c: { type: 'string' } },
    'a',
  );
  expect(withText(inputSchema, { a: 'x' }, 'a text')).toEqual({ a: 'x', c: 'a text' });
  expect(withText(schema({ a: { type: 'number' } }), {}, 'a text')).toBeUndefined();
});

it.for<[string, JsonObject, JsonObject, JsonObject[]]>([
  ['a switch', { a: { type: 'boolean' } }, {}, [{ a: true }]],
  ['one that is given', { a: { type: 'boolean' } }, { a: false }, [{ a: true }]],
  ['one that is on', { a: { type: 'boolean' } }, { a: true }, []],
  ['a choice that is given', { a: { enum: ['x', 'y', 'z'] } }, { a: 'y' }, [{ a: 'x' }, { a: 'z' }]],
  ['a choice by constants', { a: { anyOf: [{ const: 'x' }, { const: 'y' }] } }, {}, [{ a: 'x' }, { a: 'y' }]],
  ['what nobody tries', { force: { type: 'boolean' }, mode: { enum: ['delete', 'keep'] } }, {}, [{ mode: 'keep' }]],
  [
    'what sounds expected, first',
    { a: { enum: ['x', 'fails'] }, asks: { type: 'boolean' } },
    {},
    [{ a: 'fails' }, { asks: true }, { a: 'x' }],
  ],
])('arguments are varied by %s', ([, properties, args, varied]) => {
  expect(variedArguments({ type: 'object', properties }, args, 5, ENDS_OTHERWISE)).toEqual(varied);
});

describe('arguments for a tool that was over too soon', () => {
  it.for<[string, JsonObject, JsonObject, JsonObject | undefined]>([
    ['have more steps', schema({ steps: { type: 'integer' } }), {}, { steps: 5 }],
    ['have as many as the schema allows', schema({ count: { type: 'integer', maximum: 4 } }), {}, { count: 3 }],
    ['last longer', schema({ duration: { type: 'number' } }), { duration: 0.4 }, { duration: 2 }],
    [
      'do both, and keep what else is there',
      schema({ steps: { type: 'number' }, delay_ms: { type: 'integer' }, text: { type: 'string' } }),
      { text: 'hi', delay_ms: 400 },
      { text: 'hi', delay_ms: 2000, steps: 5 },
    ],
    [
      'are none where nothing is counted',
      schema({ a: { type: 'number' }, steps: { type: 'string' } }),
      { a: 1 },
      undefined,
    ],
    ['are none where no other value fits', schema({ steps: { type: 'integer', maximum: 1 } }), { steps: 1 }, undefined],
  ])('%s', ([, inputSchema, args, patient]) => {
    expect(patientArguments(inputSchema, args)).toEqual(patient);
  });
});
