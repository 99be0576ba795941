import { describe, expect, it } from 'vitest';
import type { Line } from '../../generated/types/control-v1.js';
import type { Record } from '../../generated/types/report-v1.js';
import { call, finding, Lines } from './testing.js';

const http = (index: number, head: NonNullable<Record['http']>, channel = 'request-1'): Line => ({
  index,
  line: {
    type: 'message',
    findings: [],
    record: {
      seq: index,
      time: index * 10,
      from: 'method' in head ? 'target' : 'kit',
      channel,
      kind: 'http',
      http: head,
    },
  },
});

describe('a transcript', () => {
  it('knows how long a reply took, and what is open', () => {
    const [asked, answered] = call(1, 'echo');
    const lines = new Lines().message('kit', asked).message('kit', call(2, 'x')[0]).message('target', answered);
    const transcript = lines.transcript();
    expect([transcript.at(0)?.took, transcript.at(0)?.reply, transcript.at(2)?.method]).toEqual([20, 2, 'tools/call']);
    expect([...transcript.open]).toEqual([1]);
  });

  it('pairs HTTP by what carries it, and leaves what the summary says twice out', () => {
    const transcript = new Lines().transcript();
    transcript.add({ ...http(0, { method: 'DELETE', path: '/mcp' }), summary: 'DELETE /mcp' });
    transcript.add(http(1, { method: 'GET', path: '/mcp' }, 'request-2'));
    transcript.add(http(2, { status: 204 }));
    expect([transcript.at(2)?.request, transcript.at(0)?.took, transcript.at(0)?.summary]).toEqual([0, 20, '/mcp']);
    expect([...transcript.open]).toEqual([1]);
    expect([...transcript.channels]).toEqual([
      ['request-1', 2],
      ['request-2', 1],
    ]);
  });

  it('names the end of an exchange as one, and takes no whole message for a summary', () => {
    const transcript = new Lines().transcript();
    const line = http(0, { status: 200 });
    const record = { ...(line.line as { record: Record }).record, kind: 'closed' as const, closed: { how: 'end' } };
    const ended = transcript.add({ ...line, line: { type: 'message', findings: [], record } });
    expect([ended.method, ended.summary]).toEqual(['closed', '{"how":"end"}']);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const { lines } = new Lines().message('kit', ping, { summary: JSON.stringify(ping) });
    expect(transcript.add({ ...lines[0]!, index: 1 }).summary).toBe('');
  });

  it('counts findings by requirement, the worst first, also if one is found later', () => {
    const lines = new Lines()
      .message('target', { method: 'a' }, {}, [finding('S-1', { level: 'should' })])
      .message('target', { method: 'b' })
      .message('target', { method: 'c' }, {}, [finding('M-1')]);
    const transcript = lines.transcript();
    expect(transcript.requirements.map(({ requirement, tone, count }) => [requirement, tone, count])).toEqual([
      ['M-1', 'fail', 1],
      ['S-1', 'warn', 1],
    ]);
    const later = lines.lines[1]!;
    transcript.replace({ ...later, line: { ...later.line, findings: [finding('M-1')] } as Line['line'] });
    expect([transcript.findings, transcript.requirements[0]?.count]).toEqual([[0, 1, 2], 2]);
  });

  it('blames nobody for what Proctor or the person did, except in a proxy, which sends nothing', () => {
    const lines = new Lines().message('kit', { method: 'a' }, {}, [finding('M-1', { blame: 'kit' })]);
    expect(lines.transcript().at(0)?.worst?.tone).toBe('hint');
    const proxy = lines.transcript({ by: 'proxy', roles: { kit: 'mcp/client', target: 'mcp/server' } });
    expect([proxy.at(0)?.worst?.tone, proxy.at(0)?.dir]).toEqual(['fail', 'out']);
    const turned = lines.transcript({ by: 'proxy', roles: { kit: 'mcp/server', target: 'mcp/client' } });
    expect(turned.at(0)?.dir).toBe('in');
  });

  it('forgets the oldest rows beyond its limit', () => {
    const transcript = new Lines().transcript();
    for (let index = 0; index <= 100_000; index++)
      transcript.add({ ...http(index, { method: 'GET' }), line: { type: 'dropped', count: 1 } });
    expect([transcript.first, transcript.length, transcript.next, transcript.at(0)]).toEqual([
      10_000,
      90_001,
      100_001,
      undefined,
    ]);
  });
});
