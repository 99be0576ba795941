import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadCorpus } from '../../runner/load/corpus.js';
import { type Documents, documentsOf, linkOf, sectionsOf } from '../../runner/load/sources.js';
import { wordingsOf } from '../../runner/requirements-in.js';
import type { Corpus } from '../../runner/types.js';
import { ANSWER, ROLE, server } from '../testing/peers.js';
import { it as itOnProgram } from '../testing/warm.js';

const root = resolve(import.meta.dirname, '../..');
const protocols = ['a2a', 'acp', 'bridge', 'harn', 'hub', 'mcp', 'trust'];
const sourcesOf = (protocol: string): Documents => {
  const file = join(root, 'cases', protocol, 'sources.yaml');
  return existsSync(file) ? parse(readFileSync(file, 'utf8')).documents : {};
};
/** Sections of our specifications of which nothing can be tested from outside, or nothing but what another section says. */
const UNSTATED = [
  'Harn guide, introduction',
  'Harn guide, MCP, Disconnecting',
  'Harn guide, Running the server',
  'Agent API v1, Scope',
];

let corpus: Corpus;
beforeAll(async () => {
  corpus = (await loadCorpus(root, { compiled: join(root, 'dist/corpus') })).corpus;
});

it('each requirement that a target can break has a title for that, which no other of its file has', () => {
  const all = [...corpus.requirements.values()];
  expect(all.filter(({ broken, excluded }) => !broken && !excluded).map(({ id }) => id)).toEqual([]);
  const titles = all.flatMap(({ broken, place }) => (broken ? [`${place.file}: ${broken}`] : []));
  expect(titles.filter((one, index) => titles.indexOf(one) < index)).toEqual([]);
});

describe('the sources of requirements', () => {
  const all = () => [...corpus.requirements.values()].flatMap(wordingsOf);
  const protocolOf = (file: string) => file.split('/')[1]!;

  it.each(protocols)('of %s that name a published document have a link', (protocol) => {
    const published = Object.entries(sourcesOf(protocol)).filter(([, { url }]) => url !== undefined);
    const names = published.map(([name]) => name);
    const without = all()
      .filter(({ place }) => protocolOf(place.file) === protocol)
      .flatMap(({ id, source, url }) =>
        url === undefined && source.split('; ').some((part) => isAbout(part, names)) ? [`${id}: ${source}`] : [],
      );
    expect(without).toEqual([]);
  });

  it.each(protocols)('of %s need every part that has a page', (protocol) => {
    const cited = documentsOf(corpus.documents.values());
    const own = all().filter(({ place }) => protocolOf(place.file) === protocol);
    const used = own.flatMap((one) => sectionsOf(cited, one.source, one.document));
    const parts = Object.entries(sourcesOf(protocol)).flatMap(([document, { sections = {} }]) =>
      Object.keys(sections).map((section) => ({ document, section })),
    );
    const isUsed = (part: (typeof parts)[number]) =>
      used.some((one) => one.document === part.document && one.section === part.section);
    expect(parts.filter((one) => !isUsed(one))).toEqual([]);
  });

  it('name a section of a document, each of them', () => {
    const cited = documentsOf(corpus.documents.values());
    const without = all().filter((one) =>
      sectionsOf(cited, one.source, one.document).some(({ section }) => section === ''),
    );
    expect(without.map(({ id, source }) => `${id}: ${source}`)).toEqual([]);
  });

  it('name no document without one of its sections', () => {
    const cited = documentsOf(corpus.documents.values());
    const names = cited.map(({ name }) => name);
    const parts = new Set(all().flatMap(({ source }) => source.split('; ')));
    const about = [...parts].filter((part) => names.includes(part) || isAbout(part, names));
    expect(about.length).toBeGreaterThan(500);
    expect(about.filter((part) => sectionsOf(cited, part)[0]!.section === '')).toEqual([]);
  });

  it('leave none of the known sections out, but those of which nothing can be tested', () => {
    const cited = documentsOf(corpus.documents.values());
    const used = all().flatMap((one) => sectionsOf(cited, one.source, one.document));
    const unused = cited.flatMap(({ name, sections = [] }) =>
      sections
        .filter((section) => !used.some((one) => one.document === name && one.section === section))
        .map((one) => `${name}, ${one}`),
    );
    expect(unused).toEqual(UNSTATED);
  });

  it('link to pages by addresses that a report can hold as they are', () => {
    const links = new Set(all().flatMap(({ url }) => url ?? []));
    expect(links.size).toBeGreaterThan(300);
    for (const link of links) expect(link).toMatch(/^https:\/\/[a-z0-9.-]+\/[\w./#-]*$/);
  });

  it('are of our own specifications without one', () => {
    const own = all().filter(({ source }) => /^(Harn bridge|Agent API v1), [^;]*$/.test(source));
    expect(own.length).toBeGreaterThan(100);
    expect(own.filter(({ url }) => url !== undefined)).toEqual([]);
  });

  it('are found where they are', () => {
    const { mcp, a2a, acp } = { mcp: sourcesOf('mcp'), a2a: sourcesOf('a2a'), acp: sourcesOf('acp') };
    expect(linkOf(mcp, 'MCP 2025-11-25, Transports, Session management')).toBe(
      'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management',
    );
    expect(linkOf(a2a, 'A2A 0.3.0, 7.9')).toBe('https://a2a-protocol.org/v0.3.0/specification/#79-tasksresubscribe');
    expect(linkOf(acp, 'ACP 0.12.2, Prompt turn, Cancellation')).toBe(
      'https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation',
    );
  });
});

const isAbout = (part: string, names: readonly string[]) => names.some((name) => part.startsWith(`${name}, `));

itOnProgram('a run has the link of a requirement in its reports', async ({ sandbox }) => {
  const command = ['run', ...ROLE, ANSWER, '--', ...server('--ping', 'error')];
  await sandbox.run([
    'run',
    '--reporter',
    'json=a.json',
    '--reporter',
    'markdown=a.md',
    '--reporter',
    'github',
    ...command.slice(1),
  ]);
  const link = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#behavior-requirements';
  const checks = JSON.parse(sandbox.read('a.json')).cases.flatMap(
    ({ checks }: { checks: { url?: string }[] }) => checks,
  );
  expect(checks).toContainEqual(expect.objectContaining({ requirement: 'MCP-PING-01', url: link }));
  expect(sandbox.read('a.md')).toContain(`\n[MCP-PING-01](${link}) MCP 2025-11-25, Ping, Behavior requirements\n`);
  const { stdout } = await sandbox.run(['explain', 'MCP-PING-01']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`Page ${link}`);
});
