// The schemas and the reference of a new protocol: one method, whose answer is wrong yet.

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Paths and texts. */
export function schemaFiles(name) {
  const folder = `schemas/${name}/v1`;
  const definition = (title, description) => ({
    $schema: DIALECT,
    $id: `${name}/v1/${title}.json`,
    title,
    description,
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', description: 'The text.' } },
    examples: [{ text: 'hello' }],
  });
  const methods = `# yaml-language-server: $schema=../../../dist/schemas/methods/v1.json
protocol: ${name}
version: v1
title: ${name} v1
errors: {}
methods:
  echo:
    summary: Says a text again.
    direction: client-to-server
    kind: request
    params: EchoParams
    result: EchoResult
`;
  const file = (title, description) => [`${folder}/${title}.json`, jsonText(definition(title, description))];
  return [
    file('EchoParams', 'What is to be said again.'),
    file('EchoResult', 'What was said again.'),
    [`${folder}/methods.yaml`, methods],
  ];
}

/** As the formatter has it: lists of texts are on one line. */
const jsonText = (value) => `${JSON.stringify(value, null, 2).replace(/\[\n\s+("[^"]*")\n\s+\]/g, '[$1]')}\n`;

/** Paths and texts. */
export function sourceFiles(name) {
  const folder = `src/protocols/${name}`;
  return [
    [
      `${folder}/index.ts`,
      `import type { ProtocolRoles } from '../../conversation/role-entry.js';

/** The roles of ${name}. */
export const roles: ProtocolRoles = {
  server: {
    summaries: async () => (await import('./summaries.js')).SUMMARIES,
    entry: async () => (await import('./roles.js')).server,
    reference: async () => (await import('./server/start.js')).startServer,
  },
};
`,
    ],
    [
      `${folder}/summaries.ts`,
      `import type { MessageSummaries } from '../../language/message-summary.js';

/** What people look for first in the messages of ${name}, by method. */
export const SUMMARIES: MessageSummaries = {
  echo: { params: '{text}', result: '{text}' },
};
`,
    ],
    [
      `${folder}/roles.ts`,
      `import type { RoleEntry } from '../../conversation/role-entry.js';

/** ${name}/server: Proctor is the client. */
export const server: Omit<RoleEntry, 'mock'> = {
  protocol: '${name}',
  version: 'v1',
  versions: ['v1'],
  opens: 'kit',
  bindings: { stdio: {} },
  peerReference: () => ({ values: {}, requests: {}, notifications: {} }),
  switches: [],
};
`,
    ],
    [
      `${folder}/server/start.ts`,
      `import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import type { ClientRequests } from '../../../generated/methods/${name}-v1.js';
import { connect, type RequestContext } from '../../../jsonrpc/connection.js';
import { serveStdio } from '../../../jsonrpc/serve-stdio.js';
import type { RequestHandlers } from '../../../jsonrpc/typed.js';
import { checkingHandlers, paramsChecker } from '../../../schemas/index.js';

/** What the server answers. */
const handlers: Required<RequestHandlers<ClientRequests, RequestContext>> = {
  echo: () => ({ text: '' }),
};

/** The reference server, over stdio. */
export async function startServer(options: MockOptions): Promise<RunningMock> {
  const { border, input = process.stdin, output = process.stdout } = options;
  const link = serveStdio({ input, output, border });
  connect(link, { requests: checkingHandlers(paramsChecker('${name}', 'v1'), handlers) });
  return { done: link.closed, close: async () => link.close() };
}
`,
    ],
    [
      `targets/reference/${name}-server.yaml`,
      `# yaml-language-server: $schema=../../dist/schemas/target/v1.json
name: reference-${name}-server
role: ${name}/server
version: v1
transports:
  stdio:
    command: ["\${node}", "\${proctor}", mock, ${name}/server]
clock: true
`,
    ],
  ];
}
