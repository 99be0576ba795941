import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '../../../json/json.js';
import { Feed } from '../../testing.js';

const documents = new Map([
  [
    'demo',
    (value: Json) => ({
      what: 'a document',
      remarks:
        isObject(value) && 'title' in value
          ? []
          : [{ path: '', message: 'lacks `title`', severity: 'error' as const, requirement: 'DEMO-01' }],
    }),
  ],
]);
const rules = [
  { rule: 'document', with: { kind: 'demo', at: '/doc.json', says: 'DEMO-01' } },
  { rule: 'envelope' },
] as const;

function got(path: string, body: Json, status = 200) {
  const one = new Feed([...rules], { documents, transport: 'http' });
  one.record({ from: 'kit', kind: 'http', stream: 'x', http: { method: 'GET', path, headers: {} } });
  one.record({ from: 'target', kind: 'http', stream: 'x', http: { status, headers: {} } });
  return one.target(body, { stream: 'x' }).map(({ rule, message }) => `${rule}: ${message}`);
}

describe('document', () => {
  it('is judged as what it is, and not as a message', () => {
    expect(got('/doc.json', { title: 'x' })).toEqual([]);
    expect(got('/folder/doc.json?x=1', { name: 'x' })).toEqual(['document: lacks `title`']);
  });

  it('is only what a GET of its path has brought', () => {
    expect(got('/other.json', { name: 'x' })).toEqual([]);
    expect(got('/doc.json', { error: 'not here' }, 404)).toEqual([]);
  });
});
