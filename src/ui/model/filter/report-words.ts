import { STANDINGS } from '../report/cases.js';

/** What a filter of a report is made of, beside bare words. */
export const REPORT_GRAMMAR = {
  grammar: [
    { word: 'verdict', example: 'verdict:fail,warn', finds: 'what a case came to' },
    { word: 'req', example: 'req:MCP-HTTP', finds: 'a requirement or its beginning' },
    { word: 'area', example: 'area:tools', finds: 'a suite' },
    { word: 'level', example: 'level:must', finds: 'the level of what is broken' },
  ],
  values: { verdict: STANDINGS, level: ['must', 'should', 'may', 'derived'] } as {
    readonly [word: string]: readonly string[];
  },
};

/** What of an entry of a report words are held against. */
export interface Filtered {
  text: string;
  verdict: string;
  requirements: readonly string[];
  area: string;
  level: string;
}
