import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Output } from '../../../src/wire/output.js';
import { agrees } from './ask.js';

const QUESTION = 'Call them? [y/N] ';

/** Answers a question at a terminal; `undefined` ends the input instead. */
async function asked(answer: string | undefined, otherwise: boolean, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  const answered = agrees(QUESTION, otherwise, {
    input,
    output: new Output(() => output as never),
  });
  if (answer === undefined) input.end();
  else input.write(answer);
  const agreed = await answered;
  return { agreed, shown: String(output.read() ?? '') };
}

it.each<[string, boolean, boolean]>([
  ['y\n', false, true],
  [' YES\r\n', false, true],
  ['n\n', true, false],
  ['what?\n', true, false],
  ['\n', true, true],
  ['\n', false, false],
])('%j, where nothing means %j, is %j', async (answer, otherwise, agreed) => {
  expect(await asked(answer, otherwise)).toMatchObject({ agreed, shown: expect.stringContaining(QUESTION) });
});

it('is no where the input ends, and where there is no terminal, which is not asked either', async () => {
  expect((await asked(undefined, true)).agreed).toBe(false);
  expect(await asked('y\n', true, false)).toEqual({ agreed: false, shown: '' });
});
