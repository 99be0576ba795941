import { join, resolve } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { validate } from '../../runner/cli/commands/validate/validate.js';
import { ran } from '../../runner/cli/support/testing.js';
import { loadCorpus } from '../../runner/load/corpus.js';
import type { Corpus } from '../../runner/types.js';
import { roles } from '../../src/protocols/index.js';
import { overSocket, pairs, SCRIPTS } from '../testing/mock-pairs.js';
import { it, PROCTOR, type Report } from '../testing/program.js';

/**
 * Every mock of a client against the mock of its server, over every transport and in every version that both speak. Each judges the
 * other, and `validate` judges what both have recorded.
 */

const all = await pairs();

const root = resolve(import.meta.dirname, '../..');
let corpus: Corpus;
beforeAll(async () => {
  ({ corpus } = await loadCorpus(root, { compiled: join(root, 'dist/corpus') }));
});

it('covers every role that the registry has', () => {
  const paired = new Set(all.flatMap(({ client, server }) => [client, server]));
  expect([...paired].sort()).toEqual(Object.keys(roles).sort());
  expect(new Set(all.map(({ transport }) => transport))).toEqual(new Set(['stdio', 'ws', 'http', 'rest']));
});

describe.each(all)('$client and $server over $transport in $version', ({ client, server, transport, version }) => {
  it('find nothing wrong with each other, and neither does validate', async ({ sandbox }) => {
    const mock = (role: string, name: string) => {
      const script = SCRIPTS[role]?.();
      if (script) sandbox.file(`${name}-script.json`, JSON.stringify(script));
      const watched = ['--judge', `--log=${name}.ndjson`, '--reporter', `json=${name}.json`];
      return ['mock', role, '--version', version, ...watched, ...(script ? ['--script', `${name}-script.json`] : [])];
    };
    const [asClient, asServer] = [mock(client, 'client'), mock(server, 'server')];
    if (transport === 'stdio') {
      const played = await sandbox.run([...asClient, '--', process.execPath, PROCTOR, ...asServer]);
      expect([played.exit, played.stdout], played.stderr).toEqual([0, expect.stringContaining('"ok":true')]);
    } else await overSocket(sandbox, asClient, asServer, transport);
    for (const name of ['client', 'server']) {
      const report = JSON.parse(sandbox.read(`${name}.json`)) as Report;
      const wrong = report.cases.filter(({ checks }) => checks.some(({ status }) => status === 'fail'));
      expect([report.exit, wrong.map(({ id, reason }) => `${id} ${reason}`), report.problems], name).toEqual([
        0,
        [],
        undefined,
      ]);
      expect(report.messagesJudged).toBeGreaterThan(2);
      const file = join(sandbox.folder, `${name}.ndjson`);
      for (const role of [client, server]) {
        const { exit, out } = await ran((context) => validate(role, [file], { json: false }, context), { corpus });
        expect([exit, out], `${role} in ${name}.ndjson`).toEqual([
          0,
          expect.stringMatching(/: \d+ messages of [^\n]*: valid\n$/),
        ]);
      }
    }
  });
});
