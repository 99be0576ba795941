import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { isObject, type JsonObject, parseJson, stringifyJson } from '../../../json/json.js';
import { startServer } from '../server/start.js';
import { HARN } from '../version.js';

const running: RunningMock[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

async function started(script: JsonObject = {}): Promise<string> {
  const one = await startServer({ version: HARN, script });
  running.push(one);
  return one.url!;
}

async function asked(url: string, method: string, params: JsonObject): Promise<JsonObject> {
  const body = stringifyJson({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return parseJson(await response.text()) as JsonObject;
}

/** Whether a card verifies with a secret, as compact JSON without its signatures. */
function verifies({ signatures, ...card }: JsonObject, secret: string): boolean {
  const [first] = signatures as JsonObject[];
  if (!isObject(first)) return false;
  const payload = Buffer.from(stringifyJson(card)).toString('base64url');
  const signed = createHmac('sha256', secret).update(`${first.protected}.${payload}`).digest('base64url');
  return first.signature === signed;
}

describe('the reference in the profile of Harn', () => {
  it('signs its card so that it verifies with the secret, and not after a change', async () => {
    const url = await started({ cardSecret: 'größe' });
    const card = parseJson(await (await fetch(`${url}/.well-known/agent-card.json`)).text()) as JsonObject;
    expect(verifies(card, 'größe')).toBe(true);
    expect(verifies(card, 'other')).toBe(false);
    expect(verifies({ ...card, name: 'other' }, 'größe')).toBe(false);
  });

  it('keeps workflows inside its workspace, whatever they are called', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'proctor-harn-'));
    const url = await started({ workspace: join(workspace, 'a') });
    const sent = await asked(url, 'a2a.WorkflowSignal', { workflowId: '../../../out', name: 'go' });
    expect(sent).toMatchObject({ result: { message: { seq: 1, kind: 'signal', name: 'go', payload: null } } });
    expect(existsSync(join(workspace, 'a', '.harn', 'workflows', 'out', 'state.json'))).toBe(true);
    for (const workflowId of ['', '.', '..', 'a/..'])
      expect(await asked(url, 'a2a.WorkflowSignal', { workflowId, name: 'go' })).toMatchObject({
        error: { code: -32602 },
      });
  });

  it('has the codes of Harn where they differ from those of A2A', async () => {
    const url = await started();
    expect(await asked(url, 'tasks/nothing', {})).toMatchObject({ error: { code: -32003 } });
    const params = { function: 'greet', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } };
    const { result } = await asked(url, 'tasks/send_and_wait', params);
    const { id } = result as { id: string };
    const missing = { id, pushNotificationConfigId: 'none' };
    expect(await asked(url, 'tasks/pushNotificationConfig/get', missing)).toMatchObject({ error: { code: -32001 } });
  });

  it('refuses a script that does not fit, and a function that there is not', async () => {
    await expect(started({ exports: ['nothing'] })).rejects.toThrow('there is no function "nothing" to export');
    await expect(started({ secret: 'x' })).rejects.toThrow('secret');
    await expect(startServer({ script: { exports: ['greet'] } })).rejects.toThrow('exports');
  });
});
