import { wrapLine } from '../../../reports/text/wrap.js';
import type { Case, SourcePosition } from '../../../src/language/case.js';
import { emptyCorpus } from '../../load/registry.js';
import type { Corpus } from '../../types.js';
import type { Done, InfoContext } from './print.js';

const file = 'cases/demo/server/tools.yaml';
const at = (line: number, name = file): SourcePosition => ({ file: name, line, col: 5 });

/** The text of the one case file of the test corpus. */
const source = `suite: Tools
role: demo/server
cases:
  - id: demo.server.tools.list
    title: The list has every tool
    kills: [demo.no-name]
    steps:
      - call: { request: tools/list }
        check: DEMO-TOOL-01

  # what follows has rows
  - id: demo.server.tools.call
    title: A tool is called
    each:
      plain: { name: a }
      unicode: { name: ü }
    steps:
      - call: { request: tools/call, params: { name: "\${name}" } }
        check: [DEMO-TOOL-02, DEMO-TOOL-01]
`;

function makeCase(id: string, line: number, more: Partial<Case>): Case {
  const needs = { capability: [], without: [], behavior: [], transport: [], version: [] };
  return {
    id,
    title: 'A tool is called',
    suite: 'Tools',
    role: 'demo/server',
    place: at(line),
    needs,
    peer: {},
    kills: [],
    steps: [],
    requirements: [],
    ...more,
  };
}

/** A small corpus: one role with three cases and two rules, five requirements, two mutants, one behavior. */
export function testCorpus(): Corpus {
  const corpus = emptyCorpus();
  const requirements = [
    ['DEMO-TOOL-01', 'must', 'Every tool has a name.'],
    ['DEMO-TOOL-02', 'must', 'A tool that exists can be called.'],
    ['DEMO-TOOL-03', 'should', 'Names are short.'],
    ['DEMO-BASE-01', 'must', 'Every message is JSON.'],
    ['DEMO-CLI-01', 'must', 'A client says hello first.'],
    ['DEMO-OLD-01', 'must', 'Nothing is written to the moon.'],
  ] as const;
  for (const [index, [id, level, text]] of requirements.entries())
    corpus.requirements.set(id, {
      id,
      level,
      text,
      roles: [id === 'DEMO-CLI-01' ? 'demo/client' : 'demo/server'],
      source: 'Demo 1.0, Tools',
      version: '1.0',
      place: at(index + 1, 'cases/demo/requirements.yaml'),
      ...(id === 'DEMO-OLD-01' ? { excluded: 'No wire leads there.' } : {}),
    });
  corpus.roles.set('demo/server', {
    role: 'demo/server',
    peer: 'demo/client',
    side: 'server',
    ids: [],
    extends: [],
    within: '5s',
    limit: '30s',
    replies: 'by-id',
    alive: { request: 'ping', check: 'DEMO-BASE-01', place: at(7, 'cases/demo/server/role.yaml') },
    aliveIn: {},
    sharesIn: {},
    probe: null,
    refused: [],
    anytime: [],
    transports: ['stdio', 'http'],
    place: at(1, 'cases/demo/server/role.yaml'),
  });
  corpus.behaviors.set(
    'demo',
    new Map([
      [
        'slow-tool',
        {
          name: 'slow-tool',
          protocol: 'demo',
          roles: ['demo/server'],
          text: 'A tool that takes a while.',
          with: {},
          gives: { name: { type: 'string' } },
          place: at(1, 'cases/demo/behaviors.yaml'),
        },
      ],
    ]),
  );
  for (const [id, breaks] of [
    ['demo.no-name', 'DEMO-TOOL-01'],
    ['demo.deaf', 'DEMO-TOOL-02'],
  ] as const)
    corpus.mutants.set(id, {
      id,
      breaks,
      role: 'demo/server',
      fault: { title: `What ${id} does`, do: ['drop'] },
      place: at(1, 'cases/demo/mutants.yaml'),
    });
  corpus.wire.push(
    {
      protocol: 'demo',
      id: 'json',
      rule: 'json',
      requirement: 'DEMO-BASE-01',
      title: 'Every message is JSON',
      with: {},
      place: at(2, 'cases/demo/wire.yaml'),
    },
    {
      protocol: 'demo',
      id: 'hello',
      rule: 'ids',
      roles: ['demo/client'],
      requirement: 'DEMO-CLI-01',
      title: 'Ids are new',
      with: {},
      place: at(3, 'cases/demo/wire.yaml'),
    },
  );
  corpus.cases.push(
    makeCase('demo.server.tools.list', 4, {
      title: 'The list has every tool',
      kills: ['demo.no-name'],
      requirements: ['DEMO-TOOL-01'],
    }),
    makeCase('demo.server.tools.call.plain', 15, {
      row: 'plain',
      requirements: ['DEMO-TOOL-02', 'DEMO-TOOL-01'],
      needs: { capability: ['/tools'], without: [], behavior: ['slow-tool'], transport: ['stdio'], version: ['1.0'] },
    }),
    makeCase('demo.server.tools.call.unicode', 16, { row: 'unicode', requirements: ['DEMO-TOOL-02', 'DEMO-TOOL-01'] }),
  );
  return corpus;
}

/** What a command printed, and how it ended. */
export interface Ran extends Done {
  out: string;
}

/** Runs a command on the test corpus, or another one. */
export async function ran(
  command: (context: InfoContext) => Promise<Done>,
  more: { corpus?: Corpus; columns?: number; color?: boolean } = {},
): Promise<Ran> {
  const { columns } = more;
  let out = '';
  const { exit } = await command({
    io: {
      write: (text) => {
        out += text;
      },
      error: () => {},
      color: more.color ?? false,
      ...(columns === undefined ? {} : { columns, wrap: (line) => wrapLine(line, columns) }),
    },
    corpus: async () => ({ corpus: more.corpus ?? testCorpus(), problems: [], unused: [] }),
    readSource: (name) => (name === file ? source : undefined),
  });
  return { exit, out };
}
