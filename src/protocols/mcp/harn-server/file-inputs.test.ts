import { expect, test } from 'vitest';
import { fileProblem } from './file-inputs.js';

const TEXTS = { accept: ['text/*', 'image/png'], maxSize: 4 };

test.each([
  ['as it is', 'data:text/plain,abcd'],
  ['in base64', 'data:text/csv;base64,YWJjZA=='],
  ['with parameters, in any case', 'DATA:Image/PNG;charset=utf-8;Base64,YWJjZA'],
  ['of no named type, which is text/plain', 'data:,abcd'],
  ['whose escapes are one byte each', 'data:text/plain,%41%42%43%44'],
  ['of nothing', 'data:text/plain,'],
])('a file fits %s', (_what, uri) => expect(fileProblem(uri, TEXTS)).toBeUndefined());

test.each([
  ['of another type', 'data:image/jpeg,ab', 'is of the media type image/jpeg, and text/*, image/png is taken'],
  [
    'of a type that begins alike',
    'data:image/png2,ab',
    'is of the media type image/png2, and text/*, image/png is taken',
  ],
  ['too large', 'data:text/plain,abcde', 'has 5 bytes, and at most 4 are taken'],
  ['too large in base64', 'data:text/plain;base64,YWJjZGU=', 'has 5 bytes, and at most 4 are taken'],
  ['too large in UTF-8', 'data:text/plain,größe', 'has 7 bytes, and at most 4 are taken'],
  ['that is not a URI', 'abcd', 'is not data: URI'],
  ['without a comma', 'data:text/plain;base64', 'is not data: URI'],
  ['of broken base64', 'data:text/plain;base64,a*', 'is not data: URI'],
  ['of a broken escape', 'data:text/plain,%4', 'is not data: URI'],
  ['that is not a text', 7, 'is not data: URI'],
])('a file is refused %s', (_what, value, problem) => expect(fileProblem(value, TEXTS)).toBe(problem));

test('any file fits where nothing is said', () => expect(fileProblem('data:video/mp4,abcdefgh', {})).toBeUndefined());

test('a file of 18 MB is read as any other, whatever it holds', () => {
  const size = 18 * 1024 * 1024;
  const whole = { maxSize: size };
  const bytes = 'A'.repeat((size / 3) * 4);
  expect(fileProblem(`data:image/png;base64,${bytes}`, whole)).toBeUndefined();
  expect(fileProblem(`data:image/png;base64,${bytes}*`, whole)).toBe('is not data: URI');
  expect(fileProblem(`data:text/plain,${'%41'.repeat(size / 8)}`, whole)).toBeUndefined();
  expect(fileProblem(`data:text/plain,${'a'.repeat(size + 1)}`, whole)).toMatch(/has \d+ bytes/);
});

test.each([
  ['', 0],
  ['QQ', 1],
  ['QQ==', 1],
  ['QUI', 2],
  ['QUI=', 2],
  ['QUJD', 3],
])('base64 %s is %i bytes', (text, size) => {
  const uri = `data:,x`.replace(',x', `;base64,${text}`);
  expect(fileProblem(uri, { maxSize: size })).toBeUndefined();
  if (size > 0) expect(fileProblem(uri, { maxSize: size - 1 })).toMatch(`has ${size} bytes`);
});

test.each(['Q', 'QQ=', 'QUI==', 'QUJD=', 'Q===', '=', 'QQ=Q', 'Q Q'])('%s is not a base64', (text) =>
  expect(fileProblem(`data:;base64,${text}`, {})).toBe('is not data: URI'),
);
