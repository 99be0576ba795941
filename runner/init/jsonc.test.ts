import { expect, it } from 'vitest';
import { parseJsonc } from './jsonc.js';

it.for([
  ['{ "a": "http://x/,}" }', { a: 'http://x/,}' }],
  ['\uFEFF// one\n{ /* two\n */ "a": [1, 2, /* three */ ], // four\n }', { a: [1, 2] }],
  ['{ "a": "\\"//\\\\", "b": {"c": null,},}', { a: '"//\\', b: { c: null } }],
  ['{ "a": 12e3, "b": tr/**/ue }', { a: 12_000, b: true }],
  ['[1]', {}],
  ['{ "a": 1,, }', {}],
  ['{ "a": "1', {}],
  ['/* {', {}],
  ['', {}],
] as const)('reads %j', ([text, value]) => {
  expect(parseJsonc(text)).toEqual(value);
});

it.for<[string, string]>([
  ['empty lines', `{${'\n'.repeat(300_000)}`],
  ['spaces before a comment', `{${' '.repeat(300_000)}//`],
  ['commas', `{${',\n'.repeat(300_000)}`],
  ['slashes', '/'.repeat(300_000)],
  ['beginnings of comments', '/* '.repeat(100_000)],
  ['beginnings of comments that do not end', '/*"'.repeat(100_000)],
  ['quotes', '"\\'.repeat(300_000)],
  ['brackets', '['.repeat(300_000)],
  ['keys', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}": {}`).join(',')}}`],
])('reads hundreds of thousands of %s in time that grows with their number', ([, text]) => {
  const began = process.cpuUsage();
  parseJsonc(text);
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
});
