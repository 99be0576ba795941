import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Codec } from '../../src/conversation/codec/codec.js';
import type { ProtocolRoles } from '../../src/conversation/role-entry.js';
import { assertCodec } from '../laws/codec.js';
import { assertReference } from '../laws/reference.js';
import { BuiltCopy } from '../testing/built-copy.js';

const TOY = join(import.meta.dirname, '../fixtures/toy');
/** What adding a protocol touches beside its line in the registry. */
const ADDED = ['schemas', 'cases', 'src/protocols', 'targets/reference'];

let copy: BuiltCopy;
const run = (...args: string[]) => copy.run(...args);

/** Writes the target file of a reference that is told something more; returns its path. */
function server(role: string, transport: 'stdio' | 'rest', ...more: string[]): string {
  const file = join(copy.folder, 'target.yaml');
  const command = ['${node}', '${proctor}', 'mock', role, ...more];
  const ready = transport === 'stdio' ? {} : { ready: { stdout: 'listening on (\\S+)' } };
  writeFileSync(file, JSON.stringify({ name: 'broken', role, transports: { [transport]: { command, ...ready } } }));
  return file;
}

/** The same of toyx/server with one fault. */
function faulty(rule: string): string {
  writeFileSync(join(copy.folder, 'fault.yaml'), `faults: [${rule}]\n`);
  return server('toyx/server', 'stdio', '--fault', join(copy.folder, 'fault.yaml'));
}

beforeAll(async () => {
  copy = await BuiltCopy.make((folder) => {
    for (const part of ADDED) cpSync(join(TOY, part), join(folder, part), { recursive: true });
    appendFileSync(join(folder, 'src/protocols/registry.ts'), readFileSync(join(TOY, 'registry.txt')));
  });
}, 300_000);

afterAll(() => copy?.remove());

describe('a protocol that is added by its folders and one line in the registry', () => {
  const reference = ['toy.server.*', '--target', 'targets/reference/toy-server.yaml'];
  const wire = { 'toy.server.wire.schema': 'pass', 'toy.server.wire.undeclared': 'pass' };

  it('is played on its references, both roles', async () => {
    const { code, verdicts } = await run('--self', 'toy.*', 'toyx.*');
    expect(Object.entries(verdicts).filter(([, verdict]) => verdict !== 'pass')).toEqual([]);
    expect(Object.keys(verdicts)).toEqual(
      expect.arrayContaining(['toy.server.echo', 'toy.client.served', 'toy.client.answered', 'toyx.server.whisper']),
    );
    expect(code).toBe(0);
  }, 300_000);

  it('is played in the version that is asked for, with its rules and constants', async () => {
    const newest = await run(...reference);
    expect(newest.verdicts).toEqual({
      'toy.server.echo': 'pass',
      'toy.server.shout': 'pass',
      'toy.server.loudest': 'pass',
      ...wire,
      'toy.server.wire.envelope': 'pass',
      'toy.server.wire.loud': 'pass',
    });
    const first = await run(...reference, '--version', '1');
    expect(first.verdicts).toEqual({
      'toy.server.echo': 'pass',
      'toy.server.loudest': 'pass',
      'toy.server.first': 'pass',
      ...wire,
      'toy.server.wire.envelope': 'pass',
    });
  }, 300_000);

  it('is played over REST by the same cases, whose rules see the same messages', async () => {
    const { code, verdicts } = await run(...reference, '--transport', 'rest');
    expect(verdicts).toEqual({
      'toy.server.echo': 'pass',
      'toy.server.shout': 'pass',
      'toy.server.loudest': 'pass',
      ...wire,
      'toy.server.wire.loud': 'pass',
    });
    expect(code).toBe(0);
  }, 300_000);

  it('has its clients played over REST, with the answers of the peer and of the case', async () => {
    const target = ['toy.client.*', '--target', 'targets/reference/toy-client.yaml', '--transport', 'rest'];
    const { code, verdicts } = await run(...target);
    expect(verdicts).toEqual({
      'toy.client.served': 'pass',
      'toy.client.answered': 'pass',
      'toy.client.wire.schema': 'pass',
      'toy.client.wire.undeclared': 'pass',
    });
    expect(code).toBe(0);
    const command = [
      '${node}',
      '${proctor}',
      'mock',
      'toy/client',
      '--transport',
      'rest',
      '--mutant',
      'toy.client.other',
    ];
    const file = join(copy.folder, 'client.yaml');
    const transports = { rest: { command: [...command, '--', '${peer.url}'] } };
    const behaviors = { say: { gives: { text: 'hello' } } };
    writeFileSync(
      file,
      JSON.stringify({ name: 'c', role: 'toy/client', transports, outcome: { stdout: 'json' }, behaviors }),
    );
    expect((await run('toy.client.*', '--target', file)).verdicts).toMatchObject({
      'toy.client.served': 'fail',
      'toy.client.answered': 'fail',
      'toy.client.wire.schema': 'pass',
    });
  }, 300_000);

  it('is sound as a corpus, and has its mutants caught, over any binding', async () => {
    const corpus = await copy.node('dist/bin/proctor.mjs', 'validate', 'corpus', '.');
    expect(corpus).toMatchObject({ code: 0, stderr: '' });
    const selftest = await copy.node('dist/bin/proctor.mjs', 'selftest', 'toy.*', 'toyx.*', '--json');
    const { mutants } = JSON.parse(selftest.stdout) as { mutants: { id: string; verdict: string }[] };
    expect(mutants.filter(({ verdict }) => verdict !== 'killed')).toEqual([]);
    expect(mutants.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'toy.client.other',
        'toy.shout.early',
        'toy.shout.low',
        'toyx.note.loud',
        'toyx.overheard.number',
      ]),
    );
    const broken = server('toy/server', 'rest', '--transport', 'rest', '--mutant', 'toy.echo.other');
    const { verdicts } = await run('toy.server.echo', '--target', broken);
    expect(verdicts['toy.server.echo']).toBe('fail');
  }, 300_000);

  it('keeps the laws of codecs and of roles', async () => {
    const outfile = join(copy.folder, 'dist/laws.mjs');
    const contents = `
      export { rest } from './toy/rest.js';
      export { roles } from './toy/index.js';
      export { roles as extending } from './toyx/index.js';`;
    const stdin = { contents, resolveDir: join(copy.folder, 'src/protocols') };
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
    const { rest, roles, extending } = (await import(outfile)) as {
      rest: Codec;
      roles: ProtocolRoles;
      extending: ProtocolRoles;
    };
    assertCodec(rest, [
      { method: 'echo', params: { text: 'größer 😀' }, result: { text: 'größer 😀' } },
      { method: 'shout', params: { text: 'a' }, result: { text: 'A' } },
    ]);
    const all = [...Object.values(roles), ...Object.values(extending)];
    expect(all).toHaveLength(3);
    for (const parts of all) {
      const mock = await parts.reference();
      await assertReference({ ...(await parts.entry()), mock });
    }
  }, 300_000);

  it('may be extended by another: the rules of both hold, and what the extension declares is not made up', async () => {
    const target = ['toyx.server.*', '--target', 'targets/reference/toyx-server.yaml'];
    const { verdicts } = await run(...target);
    expect(verdicts).toEqual({
      'toyx.server.whisper': 'pass',
      'toyx.server.wire.schema': 'pass',
      'toyx.server.wire.toy.schema': 'pass',
      'toyx.server.wire.toy.undeclared': 'pass',
      'toyx.server.wire.toy.envelope': 'pass',
    });
    const odd = faulty('{ sends: { notify: overheard }, do: [{ set: { /method: misheard } }] }');
    expect((await run('toyx.server.*', '--target', odd)).verdicts).toMatchObject({
      'toyx.server.whisper': 'pass',
      'toyx.server.wire.toy.undeclared': 'fail',
    });
  }, 300_000);

  it('may have its methods extended by variants, which faults and mutants select, and which are none of its own', async () => {
    const loud = server('toyx/server', 'stdio', '--mutant', 'toyx.note.loud');
    expect((await run('toyx.server.*', '--target', loud)).verdicts).toMatchObject({
      'toyx.server.whisper': 'fail',
      'toyx.server.wire.toy.schema': 'pass',
    });
    const unknown = faulty('{ sends: { notify: note#secret }, do: [{ set: { /params/kind: top-secret } }] }');
    expect((await run('toyx.server.*', '--target', unknown)).verdicts['toyx.server.wire.toy.schema']).toBe('fail');
    const secret = server('toy/server', 'stdio', '--mutant', 'toy.note.secret');
    expect((await run('toy.server.*', '--target', secret)).verdicts['toy.server.wire.schema']).toBe('fail');
  }, 300_000);
});
