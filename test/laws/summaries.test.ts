import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadCorpus } from '../../runner/load/corpus.js';
import { loadProfiles, methodsOf } from '../../runner/loaded-profiles.js';
import { roleEntry, roles, summariesOf } from '../../src/protocols/index.js';

const root = resolve(import.meta.dirname, '../..');
const names = Object.keys(roles);

it.each([...new Set(names.map((role) => role.split('/')[0]!))])(
  'the summaries of %s are of methods that it has, and end with a place',
  async (protocol) => {
    const { corpus } = await loadCorpus(root, { compiled: resolve(root, 'dist/corpus') });
    const known = new Set<string>();
    const sides = names.filter((role) => role.startsWith(`${protocol}/`));
    // A role that extends another has the summaries of all versions of that.
    const spoken = new Set(sides.flatMap((role) => [role, ...(corpus.roles.get(role)?.extends ?? [])]));
    for (const role of spoken)
      for (const version of (await roleEntry(role))!.versions)
        for (const method of Object.keys(methodsOf(await loadProfiles(corpus, role, version)))) known.add(method);
    for (const role of sides) {
      const summaries = Object.entries(await summariesOf(role));
      expect(summaries.length, role).toBeGreaterThan(0);
      for (const [method, { params, result, has }] of summaries) {
        if (has === undefined) expect([...known]).toContain(method);
        else expect([has.length > 0, result === undefined]).toEqual([true, false]);
        for (const template of [params, result])
          if (template !== undefined) expect(template, method).toMatch(/^([^{}]*\{[\w.]*(:[a-z]+( \w+)?)?\})+$/);
      }
    }
  },
);
