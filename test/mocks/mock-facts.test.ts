import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import { mockFactsOf, roles } from '../../src/protocols/index.js';
import { it } from '../testing/warm.js';

const root = resolve(import.meta.dirname, '../..');

describe('proctor explain mock', () => {
  it.for(Object.keys(roles))(
    'says of %s how it starts, what its script says and what it permits',
    async (role, { sandbox }) => {
      const { exit, stdout, stderr } = await sandbox.run(['explain', 'mock', role]);
      expect([exit, stderr]).toEqual([0, '']);
      const facts = (await mockFactsOf(role))!;
      expect(stdout).toContain(`npx proctor mock ${role}`);
      for (const script of facts.scripts) {
        expect(existsSync(resolve(root, 'dist/schemas', script, 'v1.json')), script).toBe(true);
        expect(stdout).toContain(`--script FILE, dist/schemas/${script}/v1.json`);
      }
      expect(stdout.split('For example:')).toHaveLength(facts.scripts.length + 1);
      // The names that --permissive takes are those that are listed.
      const [name = ''] = facts.permissive.flatMap((table) => Object.keys(table));
      expect(stdout).toMatch(new RegExp(`^ {2}${name}( \\*)? `, 'm'));
      expect(stdout).not.toContain('undefined');
    },
  );

  it('says what there is if the role is missing or wrong', async ({ sandbox }) => {
    const missing = await sandbox.run(['explain', 'mock']);
    expect([missing.exit, missing.stderr]).toEqual([2, expect.stringMatching(/^say of which role: .*a2a\/server/)]);
    const wrong = await sandbox.run(['explain', 'mock', 'acp/clint']);
    expect([wrong.exit, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean `acp/client`?')]);
    const two = await sandbox.run(['explain', 'MCP-PING-01', 'mcp/server']);
    expect([two.exit, two.stdout]).toEqual([2, '']);
  });
});

describe('proctor list methods', () => {
  it('says of each method its direction, its kind and the versions that have it', async ({ sandbox }) => {
    const { exit, stdout } = await sandbox.run(['list', 'methods', 'mcp/server']);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^tools\/call +client-to-server +request +Runs a tool\.$/m);
    expect(stdout).toMatch(/^ping +both +request +only 2025-11-25 /m);
    expect(stdout).toMatch(/^server\/discover +client-to-server +request +since DRAFT-2026-v1 /m);
    const json = JSON.parse((await sandbox.run(['list', 'methods', 'harn/agent', '--json'])).stdout) as {
      methods: JsonObject[];
    };
    const named = (method: string) => json.methods.find((one) => one.method === method);
    expect(named('session/inject')).toMatchObject({ role: 'harn/agent', kind: 'request', versions: ['extensions-v1'] });
    // Of a role that it extends.
    expect(named('fs/read_text_file')).toMatchObject({ role: 'harn/agent', direction: 'server-to-client' });
    const none = await sandbox.run(['list', 'methods', 'mcp/nobody']);
    expect([none.exit, none.stderr]).toEqual([2, expect.stringContaining('matches none of the methods')]);
  });
});
