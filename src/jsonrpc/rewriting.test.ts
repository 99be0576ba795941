import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { memoryPair } from './link.js';
import { changes, type LiveRewrites, type MakeRewrite, oddIds, rewritten, together } from './rewriting.js';

const marked = (mark: string): MakeRewrite => changes((message) => ({ ...message, mark }));
const request: JsonObject = { jsonrpc: '2.0', id: 1, method: 'm' };
const response: JsonObject = { jsonrpc: '2.0', id: 1, result: {} };
const note: JsonObject = { jsonrpc: '2.0', method: 'n' };

/** Both ends of a link with rewrites before one of them, and what each end hears. */
async function ends(makers: LiveRewrites) {
  const [ours, theirs] = memoryPair();
  const link = rewritten(ours, makers);
  const [here, there]: JsonObject[][] = [[], []];
  link.listen(({ message }) => void (message && here!.push(message as JsonObject)));
  theirs.listen(({ message }) => void (message && there!.push(message as JsonObject)));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { link, theirs, here: here!, there: there!, turn };
}

describe('rewrites that become others', () => {
  it('hold for the next message, and no longer for what was asked before', async () => {
    let makers = [marked('old')];
    const { link, theirs, there, turn } = await ends(() => makers);
    theirs.send(request);
    await turn();
    makers = [marked('new')];
    link.send(note);
    link.send(response);
    await turn();
    expect(there.map(({ mark }) => mark)).toEqual(['new', 'old']);
  });

  it('let the answer to our request come back as it was asked', async () => {
    let makers: readonly MakeRewrite[] = [oddIds];
    const { link, theirs, here, there, turn } = await ends(() => makers);
    link.send(request);
    await turn();
    makers = [];
    theirs.send({ jsonrpc: '2.0', id: there[0]!.id!, result: {} });
    await turn();
    expect([typeof there[0]!.id, here]).toEqual(['string', [response]]);
  });

  it('stand in the order of their lists', async () => {
    const appended = (mark: string): MakeRewrite =>
      changes((message) => ({ ...message, mark: `${message.mark ?? ''}${mark}` }));
    let second = [appended('b')];
    const { link, there, turn } = await ends(together([[appended('a')], () => second]));
    link.send(note);
    second = [appended('c'), appended('d')];
    link.send(note);
    await turn();
    expect(there.map(({ mark }) => mark)).toEqual(['ab', 'acd']);
  });
});
