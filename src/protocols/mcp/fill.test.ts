import { expect, it } from 'vitest';
import { fill, fillValues } from './fill.js';

const values = { name: 'Ada', answer: { content: [{ age: 36 }], none: null } };

it.for([
  ['Hi {name}', 'Hi Ada'],
  ['{answer.content.0.age}', '36'],
  ['{answer.content}', '[{"age":36}]'],
  ['{nobody} {answer.content.7} {answer.toString}', '{nobody} {answer.content.7} {answer.toString}'],
  ['{"id":"{name}"}', '{"id":"Ada"}'],
  ['{} { name }', '{} { name }'],
] as const)('fills %j', ([text, filled]) => {
  expect(fill({ list: [text, 7, null] }, values)).toEqual({ list: [filled, 7, null] });
});

it('keeps the type of what a text is nothing but a reference to, where values are expected', () => {
  expect(fillValues(['{answer.content}', '{answer.none}', 'a {name}', '{nobody}'], values)).toEqual([
    [{ age: 36 }],
    null,
    'a Ada',
    '{nobody}',
  ]);
});
