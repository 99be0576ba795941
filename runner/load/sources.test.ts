import { describe, expect, it } from 'vitest';
import { citedDocuments, type Documents, documentsOf, linkOf, sectionsOf } from './sources.js';

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

describe('the sections of a source', () => {
  const cited = citedDocuments({ ...documents, Guide: { headings: ['introduction', 'Queue', 'Queue, Order'] } });
  const named = (source: string, document?: string) =>
    sectionsOf(cited, source, document).map((one) => `${one.document} > ${one.section}`);

  it.each([
    ['Demo 1, Tools, Errors', ['Demo 1 > Tools, Errors']],
    ['Demo 1, Tools only says so', ['Demo 1 > Tools']],
    ['Guide, Queue, Order of two; Demo, Tools', ['Guide > Queue, Order', 'Demo > Tools']],
    ['Guide, Queue, first; Guide, Queue, second', ['Guide > Queue']],
    ['RFC 1, sections 2.1 and 3', ['RFC 1 > 2.1']],
    ['ours; Guide, Queue: the guide is silent', ['Guide > Queue']],
  ])('%s', (source, sections) => expect(named(source)).toEqual(sections));

  it('are of the document of the file if a part names none', () => {
    expect(named('Queue; Demo 1, 4; introduction', 'Guide')).toEqual([
      'Guide > Queue',
      'Demo 1 > 4',
      'Guide > introduction',
    ]);
  });

  it('are whatever follows the name of a document whose sections nobody knows', () => {
    expect(named('Ours, A part, and more; a remark', 'Ours')).toEqual(['Ours > A part, and more']);
  });

  it('are one empty section of the document that is named, or else of the file, if no part names one', () => {
    expect(named('ours; Guide, Nowhere')).toEqual(['Guide > ']);
    expect(named('ours; nothing says so', 'Demo 1')).toEqual(['Demo 1 > ']);
    expect(named('ours')).toEqual([' > ']);
  });

  it('are those of all protocols that have the document', () => {
    const all = documentsOf([
      [{ name: 'A', sections: ['1', '2'] }, { name: 'R' }],
      [{ name: 'A', sections: ['2', '3'] }, { name: 'R' }],
    ]);
    expect(all).toEqual([{ name: 'A', sections: ['1', '2', '3'] }, { name: 'R' }]);
  });
});
