import type { EmbeddedResource, ResourceLink } from '../../../../generated/types/mcp-2025-11-25.js';
import type { Json } from '../../../../json/json.js';
import { sleep } from '../../../../wire/clock/clock.js';
import { LOG_LEVELS } from '../../revision.js';
import { answer, audio, failure, image, text } from '../content.js';
import { type Tool, tool } from '../state/tool.js';
import { STEPS, takeSteps } from './steps.js';

const MESSAGE = { type: 'string', description: 'What to say.' };

const resourceLink = (): ResourceLink => ({
  type: 'resource_link',
  uri: 'memo://greeting',
  name: 'greeting',
  title: 'Greeting',
  description: 'A short text.',
  mimeType: 'text/plain',
});

const embedded = (): EmbeddedResource => ({
  type: 'resource',
  resource: { uri: 'memo://greeting', mimeType: 'text/plain', text: 'Hello, memo!' },
  annotations: { lastModified: '2025-11-25T00:00:00Z' },
});

/** The shipped tools that answer by themselves: every kind of content, structured results, failure, time, logging. */
export const plainTools: readonly Tool[] = [
  tool(
    'echo',
    { title: 'Echo', description: 'Returns its message.', takes: { message: MESSAGE }, needs: ['message'] },
    (args) => answer(text(String(args.message))),
  ),
  tool(
    'add',
    {
      title: 'Add',
      description: 'Adds two numbers.',
      takes: { a: { type: 'number' }, b: { type: 'number' } },
      needs: ['a', 'b'],
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    },
    ({ a, b }) => {
      const sum = sumOf(a!, b!);
      if (typeof sum === 'number' && !Number.isFinite(sum)) return failure('The sum is beyond every number.');
      return { ...answer(text(`{"sum":${sum}}`)), structuredContent: { sum } };
    },
  ),
  tool(
    'fail',
    {
      title: 'Fail',
      description: 'Fails each time.',
      // What it would return if it ever succeeded.
      outputSchema: { type: 'object', properties: { luck: { type: 'string' } }, required: ['luck'] },
    },
    () => failure('This tool always fails.'),
  ),
  tool(
    'slow',
    {
      title: 'Slow',
      description: 'Takes its time in steps, and reports progress if asked to.',
      takes: STEPS,
      streams: true,
      taskSupport: 'optional',
    },
    async (args, call) => {
      const steps = await takeSteps(args, call);
      if (steps === undefined) return failure('Cancelled.');
      return answer(text(`Took ${steps} ${steps === 1 ? 'step' : 'steps'}.`));
    },
  ),
  tool('log', { title: 'Log', description: 'Logs one message of each level.', streams: true }, (_args, call) => {
    for (const level of LOG_LEVELS) call.log(level, `A message of level ${level}`);
    return answer(text('Logged.'));
  }),
  tool('image', { title: 'Image', description: 'Returns an image of one pixel.' }, () => answer(image())),
  tool('audio', { title: 'Audio', description: 'Returns a moment of silence.' }, () => answer(audio())),
  tool('embedded_resource', { title: 'Embedded resource', description: 'Returns memo://greeting itself.' }, () =>
    answer(embedded()),
  ),
  tool('resource_link', { title: 'Resource link', description: 'Returns a link to memo://greeting.' }, () =>
    answer(resourceLink()),
  ),
  tool('mixed', { title: 'Mixed', description: 'Returns a block of each kind.' }, () =>
    answer(text('One block of each kind.'), image(), audio(), embedded(), resourceLink()),
  ),
  tool(
    'hang_up',
    {
      title: 'Hang up',
      description:
        'Over HTTP, closes the connection before it answers, so that the client must come back for the answer.',
      takes: {
        retry_ms: {
          type: 'integer',
          minimum: 0,
          maximum: 600_000,
          default: 500,
          description: 'When the client may come back.',
        },
        delay_ms: {
          type: 'integer',
          minimum: 0,
          maximum: 600_000,
          default: 100,
          description: 'When the answer is ready.',
        },
      },
      streams: true,
      taskSupport: 'forbidden',
    },
    async (args, call) => {
      call.hangUp(Number(args.retry_ms ?? 500));
      await sleep(call.session.clock, Number(args.delay_ms ?? 100), call.signal);
      return answer(text('You came back.'));
    },
  ),
];

/** Exact where both are integers, whatever their size. */
function sumOf(a: Json, b: Json): number | bigint {
  if (typeof a !== 'bigint' && typeof b !== 'bigint') return Number(a) + Number(b);
  if (![a, b].every((value) => typeof value === 'bigint' || Number.isInteger(value))) return Number(a) + Number(b);
  const sum = BigInt(a as number | bigint) + BigInt(b as number | bigint);
  return sum >= Number.MIN_SAFE_INTEGER && sum <= Number.MAX_SAFE_INTEGER ? Number(sum) : sum;
}
