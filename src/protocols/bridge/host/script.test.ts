import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE, PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { completed, readScript } from './script.js';

const loadScript = async (written?: JsonObject) => completed(await readScript(written));

describe('a script', () => {
  it('that is left out leaves everything as shipped', async () => {
    const script = await loadScript();
    expect(script.prompts).toEqual(['hello']);
    expect(script.tools.map(({ name }) => name)).toContain('echo');
    expect(script.skills.length).toBeGreaterThan(1);
    expect(script).toMatchObject({ search: true, ranking: true });
  });

  it('replaces whole lists, empty ones too', async () => {
    const script = await loadScript({ tools: [], prompts: ['a', 'b'], permissions: [], search: false });
    expect(script).toMatchObject({ tools: [], prompts: ['a', 'b'], permissions: [], search: false, ranking: true });
  });

  it('that is wrong is refused with the place', async () => {
    await expect(loadScript({ tool: [] })).rejects.toThrow('/tool: unknown member `tool`; did you mean tools?');
    await expect(loadScript({ tools: [{ description: 'x' }] })).rejects.toThrow('/tools/0: lacks `name`');
    await expect(loadScript({ permissions: [{ tool: '*', answer: 'perhaps' }] })).rejects.toThrow(
      '/permissions/0/answer',
    );
    await expect(loadScript({ operations: { scan: {} } })).rejects.toThrow('/operations');
    await expect(loadScript({ reactions: [{ on: 'a', notify: 'b', remove: 'c' }] })).rejects.toThrow('/reactions/0');
    await expect(loadScript({ tools: [{ name: 'a' }, { name: 'a' }] })).rejects.toThrow('/tools: "a" is here twice');
    await expect(
      loadScript({
        skills: [
          { id: 'a', name: 'x' },
          { id: 'a', name: 'y' },
        ],
      }),
    ).rejects.toThrow('/skills');
    expect(() => permitting({ permissive: ['bare'] })).toThrow('Unknown permissive variant "bare"');
  });
});

describe('permissive options', () => {
  it('take away what they say', () => {
    const { script } = permitting({}, new Set(['no-search', 'no-ranking', 'no-approvals', 'no-tools'] as const));
    expect(script).toMatchObject({ search: false, ranking: false, tools: [], skills: [], operations: {} });
    expect(script.permissions).toEqual([{ tool: '*', answer: 'unavailable' }]);
  });

  it('are all taken by some permissive host', () => {
    const taken = PERMISSIVE.flatMap(({ wordings }) => [...PERMISSIVE_OPTIONS.read(wordings)]);
    const unknown = () => PERMISSIVE_OPTIONS.read(['none of them']);
    expect(unknown).toThrow();
    const known = /known: (.*)$/.exec(String(catching(unknown)))?.[1]?.split(', ');
    expect(new Set(taken)).toEqual(new Set(known));
  });
});

function catching(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return (error as Error).message;
  }
}
