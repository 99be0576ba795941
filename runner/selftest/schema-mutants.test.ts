import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json/json.js';
import { loadValidators, methodTable } from '../../src/schemas/index.js';
import type { WireRecord } from '../../src/wire/record.js';
import { SchemaMutants } from './schema-mutants.js';

const validators = await loadValidators('acp', '0.12.2');
const made = (message: Json, method?: string) => {
  const record: WireRecord = { seq: 1, time: 1, channel: 'main', from: 'target', kind: 'message', message };
  const mutants = new SchemaMutants('acp/agent', methodTable('acp', '0.12.2'), validators);
  return mutants.from([{ ...record, ...(method === undefined ? {} : { method }) }]).map(({ id }) => id);
};

describe('mutants of a protocol that defines params and no whole messages', () => {
  it('break params in the places that their definition speaks of', () => {
    const update = { sessionUpdate: 'plan', entries: [{ content: 'x', priority: 'low', status: 'pending' }] };
    const ids = made({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
    expect(ids.length).toBeGreaterThan(10);
    expect(ids).toContain('acp.agent.schema.session-update.sessionid.absent');
    expect(ids.filter((id) => id.endsWith('priority.enum'))).toHaveLength(1);
  });

  it('do not take a result away that may be null', () => {
    const nulls = (method: string, result: Json) =>
      made({ jsonrpc: '2.0', id: 1, result }, method).filter((id) => /\.(result|root)\.null$/.test(id));
    expect(nulls('session/new', { sessionId: 's' })).toHaveLength(2);
    expect(nulls('session/load', {})).toEqual([]);
  });

  it('leave the envelope alone where the kit makes it', () => {
    const record: WireRecord = {
      seq: 1,
      time: 1,
      channel: 'main',
      from: 'target',
      kind: 'message',
      method: 'session/new',
    };
    const mutants = new SchemaMutants('acp/agent', methodTable('acp', '0.12.2'), validators);
    const found = mutants.from([{ ...record, message: { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } } }], false);
    expect([...new Set(found.map(({ part }) => part))]).toEqual(['content']);
  });
});

it('mutants of what a case may not wait for are none that the reference itself is tried with', () => {
  const at = { seq: 1, time: 1, channel: 'main', kind: 'message' } as const;
  const request = { jsonrpc: '2.0', id: 1, method: 'session/set_mode', params: { sessionId: 's', modeId: 'm' } };
  const update = (sessionUpdate: string, rest: Json) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate, ...(rest as object) } },
  });
  const records: WireRecord[] = [
    { ...at, from: 'target', message: update('plan', { entries: [] }) },
    { ...at, from: 'kit', message: request },
    { ...at, from: 'target', method: 'session/set_mode', message: { jsonrpc: '2.0', id: 1, result: {} } },
    { ...at, from: 'target', message: update('current_mode_update', { currentModeId: 'm' }) },
  ];
  const mutants = new SchemaMutants('acp/agent', methodTable('acp', '0.12.2'), validators).from(records);
  const read = (part: string) => [
    ...new Set(mutants.flatMap(({ rule, isRead }) => (JSON.stringify(rule).includes(part) ? isRead : []))),
  ];
  expect(read('entries')).toEqual([true]);
  expect(read('session/set_mode')).toEqual([true]);
  expect(read('currentModeId')).toEqual([false]);
});
