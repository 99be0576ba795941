import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadCorpus } from '../../runner/load/corpus.js';
import { defaultVersion, playedVersions, protocolOf } from '../../runner/profiles.js';

const root = resolve(import.meta.dirname, '../..');
const { corpus } = await loadCorpus(root, { compiled: join(root, 'dist/corpus') });

/** Servers that Proctor plays in several versions, and asks for what they speak. */
const servers = [...corpus.roles.values()].flatMap(({ role, side, probe }) => {
  const versions = playedVersions(corpus, role);
  return side === 'server' && probe !== null && versions.length > 1 ? [{ role, probe, versions }] : [];
});

it.each(servers)('a version of $role that its probe does not show is `unseen`', ({ role, probe, versions }) => {
  const protocol = protocolOf(role);
  const { steps } = corpus.cases.find(({ id }) => id === probe)!;
  // What the probe saves as `speaks` is the version that the target answered with.
  const isShown = JSON.stringify(steps).includes('"speaks"');
  const others = versions.filter((one) => one !== defaultVersion(corpus, protocol));
  const unseen = others.filter((one) => corpus.versions.get(protocol)!.get(one)!.unseen === true);
  // Of an agent card `offers` says it, but for a profile whose cards are those of another version.
  const { offers = {} } = corpus.roles.get(role)!;
  const isOffered = (one: string) => one in offers && !one.startsWith(`${defaultVersion(corpus, protocol)}-`);
  expect(unseen).toEqual(isShown ? [] : others.filter((one) => !isOffered(one)));
});

it('there are servers of both kinds', () => {
  expect(servers.map(({ role }) => role).sort()).toEqual(['a2a/server', 'acp/agent', 'mcp/server', 'trust/server']);
});
