import { describe, expect, it } from 'vitest';
import { type Documents, linkOf } from './sources.js';

const documents: Documents = {
  'Demo 1': {
    url: 'https://demo.example/1/',
    sections: { Tools: 'tools', 'Tools, Errors': 'tools#errors', '4': 'four', '4.1': 'four#one', Old: '../0/old#a' },
  },
  Demo: { url: 'https://demo.example/0/', sections: { Tools: 'tools' } },
  'RFC 1': { url: 'https://rfc.example/1', numbered: '#section-' },
};

describe('the link of a source', () => {
  it.each([
    ['Demo 1, Tools, Errors', 'https://demo.example/1/tools#errors'],
    ['Demo 1, Tools, Something else', 'https://demo.example/1/tools'],
    ['Demo 1, Tools only says so', 'https://demo.example/1/tools'],
    ['Demo 1, 4.1', 'https://demo.example/1/four#one'],
    ['Demo 1, 4', 'https://demo.example/1/four'],
    ['Demo 1, Old', 'https://demo.example/0/old#a'],
    ['Demo, Tools', 'https://demo.example/0/tools'],
    ['RFC 1, section 2.3, to which it refers', 'https://rfc.example/1#section-2.3'],
    ['RFC 1, sections 2 and 3', 'https://rfc.example/1#section-2'],
    ['ours; Demo 1, Tools', 'https://demo.example/1/tools'],
    ['Our guide, Tools; RFC 1, section 2', 'https://rfc.example/1#section-2'],
  ])('%s leads to %s', (source, url) => expect(linkOf(documents, source)).toBe(url));

  it('leads nowhere if no part of it is known', () => {
    for (const source of [
      'Demo 1',
      'Demo 1, Toolset',
      'Demo 1, 4.2',
      'Demo 12, Tools',
      'RFC 1, Tools',
      'RFC 12, 3',
      'ours',
      '',
    ])
      expect(linkOf(documents, source), source).toBeUndefined();
  });

  it('is about the document of the file if it names none', () => {
    expect(linkOf(documents, 'ours; Tools, Errors has it', 'Demo 1')).toBe('https://demo.example/1/tools#errors');
    expect(linkOf(documents, 'ours; Demo, Tools', 'Demo 1')).toBe('https://demo.example/0/tools');
  });
});
