import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, stringifyJson } from '../../json/json.js';
import type { Carried, SseFields } from '../carried.js';
import { encodeEvent, SseDecoder } from './sse.js';

const limits = { message: 500, evidence: 32 };

function decode(chunks: (string | Uint8Array)[], caps = limits) {
  const decoder = new SseDecoder(caps);
  const items: Carried[] = chunks.flatMap((chunk) =>
    decoder.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
  );
  return { items, rest: decoder.end(), broken: decoder.broken };
}

describe('SseDecoder', () => {
  const stream = Buffer.from(
    '\uFEFFid: 1\ndata:\n\nevent: message\nid: 2\ndata: {"a":"é😀"}\n\n: comment\n\nretry: 500\n\ndata: {"b":\ndata: 1}\n\ndata: done\n\nid\n\nunknown: x\n\n',
  );
  const whole = decode([stream]);

  it('sorts events into messages, bytes and events without data', () => {
    expect(whole.items).toEqual([
      { kind: 'sse', sse: { id: '1' } },
      { kind: 'message', message: { a: 'é😀' }, text: '{"a":"é😀"}', sse: { event: 'message', id: '2' } },
      { kind: 'sse', sse: { retry: 500 } },
      { kind: 'message', message: { b: 1 }, text: '{"b":\n1}', sse: {} },
      {
        kind: 'bytes',
        bytes: new Uint8Array(Buffer.from('done')),
        problem: expect.stringContaining('not JSON'),
        sse: {},
      },
      { kind: 'sse', sse: { id: '' } },
    ]);
    expect(whole.rest).toBeUndefined();
  });

  it('gives the same whatever the chunks and line ends', () => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const bytes = Buffer.from(stream.toString().replaceAll('\n', lineEnd));
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        expect(decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
      }
      expect(decode([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
    }
  });

  it.each<[string, string, unknown]>([
    ['a field without a colon is empty', 'id\nevent\ndata: 1', { sse: { id: '' }, text: '1' }],
    ['one space behind the colon is none of the value', 'id:  a\ndata:1', { sse: { id: ' a' }, text: '1' }],
    [
      'the last of a field counts, and data adds up',
      'id: a\nid: b\ndata: [\ndata: 1]',
      { sse: { id: 'b' }, text: '[\n1]' },
    ],
    ['an id with NUL is ignored', 'id: a\nid: b\0\ndata: 1', { sse: { id: 'a' }, text: '1' }],
    [
      'a retry that is not a number is ignored',
      'retry: 5\nretry: 5s\nretry: -1\nretry\ndata: 1',
      { sse: { retry: 5 } },
    ],
    ['names are exact', ' data: 2\nData: 3\n: data: 4\ndata: 1', { sse: {}, text: '1' }],
    ['a value may hold colons', 'event: a:b: c\ndata: {"a":1}', { sse: { event: 'a:b: c' }, text: '{"a":1}' }],
  ])('reads the fields as WHATWG HTML says: %s', (_, event, expected) => {
    expect(decode([`${event}\n\n`]).items).toEqual([expect.objectContaining(expected)]);
  });

  it('dispatches at once, also with CR line ends', () => {
    const decoder = new SseDecoder(limits);
    expect(decoder.push(Buffer.from('data: 1\r\r'))).toHaveLength(1);
    expect(decoder.push(Buffer.from('data: 2\r\n\r'))).toHaveLength(1);
    expect(decoder.push(Buffer.from('\ndata: 3\n\n'))).toHaveLength(1);
  });

  it('keeps the event without its blank line', () => {
    const { items, rest } = decode(['data: 1\n\nid: 7\r\ndata: {"lost":', 'true}\n']);
    expect(items).toHaveLength(1);
    expect(Buffer.from(rest!).toString()).toBe('id: 7\ndata: {"lost":true}\n');
  });

  it('stops at an event that is too long, however it comes', () => {
    for (const part of ['data: x\n', ': x\n', 'x']) {
      const { items, broken, rest } = decode(['data: 1\n\n', part.repeat(300), part.repeat(300), '\n\ndata: 2\n\n']);
      expect(items.map(({ kind }) => kind)).toEqual(['message', 'bytes']);
      expect(items[1]?.problem).toBe('an event of more than 500 bytes');
      expect(broken).toBe('an event of more than 500 bytes');
      expect(rest).toBeUndefined();
    }
  });

  it('reports bytes that are no UTF-8 and goes on', () => {
    const { items } = decode([
      Buffer.concat([Buffer.from('data: "'), Buffer.from([0xff]), Buffer.from('"\n\ndata: 1\n\n')]),
    ]);
    expect(items[0]).toMatchObject({ kind: 'bytes', problem: 'invalid UTF-8 (at offset 7)' });
    expect(items[1]).toMatchObject({ kind: 'message', message: 1 });
  });
});

describe('encodeEvent', () => {
  it('writes every field', () => {
    expect(encodeEvent({ id: '1', event: 'e', retry: 5 }, 'a\nb')).toBe(
      'event: e\nid: 1\nretry: 5\ndata: a\ndata: b\n\n',
    );
    expect(encodeEvent({ id: '1' }, '')).toBe('id: 1\ndata: \n\n');
    expect(encodeEvent({ retry: 5 })).toBe('retry: 5\n\n');
  });

  it('is read back as it was written', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9_-]+$/);
    const event = fc.tuple(
      fc.record({ id: word, event: word, retry: fc.nat() }, { requiredKeys: [] }),
      fc.jsonValue({ maxDepth: 2 }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), (events) => {
        const text = events
          .map(([fields, value]) => encodeEvent(fields as SseFields, stringifyJson(value as Json)))
          .join('');
        const { items } = decode([text], { message: 1e6, evidence: 32 });
        expect(items.map(({ sse, text: data }) => [sse, data])).toEqual(
          events.map(([fields, value]) => [fields, stringifyJson(value as Json)]),
        );
      }),
    );
  });
});
