import { expect, it } from 'vitest';
import { nounOf, withArticle } from './noun.js';

it.each([
  ['Duration', 'duration'],
  ['JSON Pointer', 'JSON Pointer'],
  ['URL of an endpoint', 'URL of an endpoint'],
  ['A thing', 'A thing'],
])('%s is a noun within a sentence', (title, noun) => {
  expect(nounOf(title)).toBe(noun);
});

it.each([
  ['duration', 'a duration'],
  ['id', 'an id'],
  ['JSON Pointer', 'a JSON Pointer'],
  ['URL of an endpoint', 'a URL of an endpoint'],
  ['HTTP header', 'an HTTP header'],
  ['http URL', 'an http URL'],
  ['MCP version', 'an MCP version'],
  ['unknown name', 'an unknown name'],
  ['unit', 'a unit'],
  ['user', 'a user'],
])('%s has its article', (noun, whole) => {
  expect(withArticle(noun)).toBe(whole);
});
