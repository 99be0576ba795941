import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listPlayed } from './played.js';
import { TargetDocument } from './target-document.js';

const folder = mkdtempSync(join(tmpdir(), 'played-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = `# mine
name: demo
role: mcp/server
transports: { stdio: { command: [ demo ] } }
untestable:
  - { case: mcp.server.prompts, reason: I say so } # really
`;
const path = join(folder, 'proctor.yaml');
const NO_NEEDS = { capability: [], without: [], behavior: [], transport: [], version: [] };
const one = (id: string, more: object) => ({ id, verdict: 'untestable' as const, ...more });

test('what turned out untestable is listed, and stays when init brings the file up to date', () => {
  writeFileSync(path, TEXT);
  const found = listPlayed(
    path,
    [
      one('mcp.server.a', {
        reason: 'the target did not show the behavior `x`: nothing came; `proctor explain x` tells',
      }),
      one('mcp.server.b', { standing: 'listed-untestable', reason: 'listed: no' }),
      { id: 'mcp.server.c', verdict: 'fail', reason: 'no' },
    ],
    ['mcp.server.a', 'mcp.server.b', 'mcp.server.c'].map((id) => ({ id, requirements: [], needs: NO_NEEDS })),
    folder,
  );
  expect(found).toEqual(['mcp.server.a']);
  const text = readFileSync(path, 'utf8');
  expect(text.startsWith(TEXT)).toBe(true);
  expect(text.slice(TEXT.length)).toMatch(
    /^ {2}- \{ case: mcp\.server\.a, reason: "when init played it: the target did not show the behavior `x`: nothing came" \}\n$/,
  );
  const document = TargetDocument.from(text);
  expect(document.listUntestable([])).toEqual({ added: 0, removed: 0 });
  expect(document.listedByPerson.map((one) => one.case)).toEqual(['mcp.server.prompts', 'mcp.server.a']);
});

test('what lacks a behavior that no line maps is listed by that behavior, until init finds it mapped', () => {
  writeFileSync(path, TEXT);
  const reason = 'the target file does not map the behavior `call`; `proctor explain call` tells';
  const found = ['mcp.server.a', 'mcp.server.b'].map((id) => one(id, { reason }));
  listPlayed(path, found, [], folder);
  const text = readFileSync(path, 'utf8');
  expect(text.slice(TEXT.length)).toBe(
    '  - { behavior: call, reason: "init: nobody has said yet how the target shows it" }\n',
  );
  expect(TargetDocument.from(text).listUntestable([])).toEqual({ added: 0, removed: 1 });
});

test('where nothing did, the file is as it was', () => {
  writeFileSync(path, TEXT);
  expect(listPlayed(path, [{ id: 'mcp.server.a', verdict: 'pass' }], [], folder)).toEqual([]);
  expect(readFileSync(path, 'utf8')).toBe(TEXT);
});
