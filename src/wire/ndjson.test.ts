import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/json.js';
import type { Carried } from './carried.js';
import { encodeLine, NdjsonDecoder } from './ndjson.js';

const limits = { message: 1000, evidence: 16 };

function decode(chunks: Uint8Array[], caps = limits): Carried[] {
  const decoder = new NdjsonDecoder(caps);
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
}

const texts = (items: Carried[]) => items.map((item) => item.text);

describe('NdjsonDecoder', () => {
  const stream = Buffer.from('{"a":"é😀\u2028"}\n{"b":1}\r\n\n \t\r\nbanner ✓\n[1,2]\n"last"');
  const whole = decode([stream]);

  it('sorts lines into messages and bytes', () => {
    expect(texts(whole)).toEqual(['{"a":"é😀\u2028"}', '{"b":1}', undefined, '[1,2]', '"last"']);
    expect(whole[2]).toMatchObject({ kind: 'bytes', bytes: new Uint8Array(Buffer.from('banner ✓')) });
    expect(whole[2]?.problem).toContain('not JSON');
  });

  it('gives the same whatever the chunks: cut at every byte', () => {
    for (let cut = 0; cut <= stream.length; cut += 1) {
      expect(decode([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(whole);
    }
    expect(decode([...stream].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it('gives back every list of messages, however it is cut', () => {
    const messages = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 6 });
    fc.assert(
      fc.property(messages, fc.array(fc.nat(), { maxLength: 8 }), (values, cuts) => {
        const bytes = Buffer.concat(values.map((value) => encodeLine(value as null)));
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        const roomy = { message: 1e6, evidence: 16 };
        expect(decode(chunks, roomy).map((item) => item.message)).toEqual(parseJson(JSON.stringify(values)));
      }),
    );
  });

  it('keeps exact bytes of what is not UTF-8', () => {
    const [item] = decode([Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a])]);
    expect(item).toEqual({
      kind: 'bytes',
      bytes: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d),
      problem: 'not JSON: invalid UTF-8 (at offset 1)',
    });
  });

  it.each([
    ['\uFEFF{}', 'byte order mark'],
    ['{"a":"\0"}', 'NUL'],
    ['{}{}', 'expected end of input'],
  ])('reports %j', (line, problem) => {
    const items = decode([Buffer.from(`${line}\n{"next":1}\n`)]);
    expect(items[0]).toMatchObject({ kind: 'bytes', problem: expect.stringContaining(problem) });
    expect(items[1]).toMatchObject({ message: { next: 1 } });
  });

  it('reports an over-long line once, at once, and goes on at the next line', () => {
    const decoder = new NdjsonDecoder(limits);
    const early = [...decoder.push(Buffer.alloc(900, 'x')), ...decoder.push(Buffer.alloc(900, 'y'))];
    expect(early).toEqual([
      { kind: 'bytes', bytes: new Uint8Array(Buffer.alloc(16, 'x')), problem: 'a line of more than 1000 bytes' },
    ]);
    expect(decoder.push(Buffer.alloc(5000, 'z'))).toEqual([]);
    expect(texts(decoder.push(Buffer.from('z\n{"a":1}\n')))).toEqual(['{"a":1}']);
    expect(decoder.end()).toEqual([]);
  });

  it('counts the cap in bytes of the line without its end', () => {
    const exact = JSON.stringify('x'.repeat(998));
    expect(decode([Buffer.from(`${exact}\r\n`)])[0]?.kind).toBe('message');
    expect(decode([Buffer.from(`${exact}x\r\n`)])[0]).toMatchObject({
      kind: 'bytes',
      problem: expect.stringContaining('more than'),
    });
    expect(decode([Buffer.from(`${exact}\n`)])[0]?.kind).toBe('message');
    expect(decode([Buffer.from(`x${exact}\n`)])[0]).toMatchObject({
      kind: 'bytes',
      problem: expect.stringContaining('more than'),
    });
  });

  it('copies what it keeps: a chunk may be reused', () => {
    const decoder = new NdjsonDecoder(limits);
    const chunk = Buffer.from('{"a":');
    decoder.push(chunk);
    chunk.fill(0);
    expect(texts(decoder.push(Buffer.from('1}\n')))).toEqual(['{"a":1}']);
  });

  it('reads a line of 64 MiB that comes in small chunks', () => {
    const caps = { message: 64 * 1024 * 1024, evidence: 16 };
    const decoder = new NdjsonDecoder(caps);
    const piece = Buffer.alloc(64 * 1024, 'x');
    decoder.push(Buffer.from('"'));
    for (let sent = 0; sent < 1023; sent += 1) decoder.push(piece);
    const [item] = decoder.push(Buffer.from('"\n'));
    expect(item?.message).toHaveLength(1023 * piece.length);
  });
});

describe('encodeLine', () => {
  it('writes one line, and a text as it stands', () => {
    expect(encodeLine({ id: 12345678901234567890n, a: '\n\u2028' }).toString()).toBe(
      '{"id":12345678901234567890,"a":"\\n\u2028"}\n',
    );
    expect(encodeLine(null, '{"a":1,"a":2}').toString()).toBe('{"a":1,"a":2}\n');
  });
});
