import type {
  Operation,
  PermissionRule,
  Reaction,
  StoredSkill,
  Tool,
} from '../../../generated/types/host-script-v1.js';

/** What the host offers without a script: each thing that a runtime can meet, once. */
export const tools: readonly Tool[] = [
  {
    name: 'echo',
    description: 'Gives its arguments back',
    schema: { type: 'object', properties: { text: { type: 'string' } } },
    deprecated: false,
  },
  {
    name: 'Workspace.read-file',
    description: 'Shows a file of the workspace',
    schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    deprecated: false,
    result: { text: 'one\ntwo\n' },
  },
  {
    name: 'open_file',
    description: 'Shows a file in the editor',
    schema: { type: 'object' },
    deprecated: true,
    result: null,
  },
  {
    name: 'push',
    description: 'Publishes the branch',
    schema: null,
    deprecated: false,
    refuse: 'nothing leaves this machine',
  },
];

export const skills: readonly StoredSkill[] = [
  {
    id: 'deploy',
    name: 'deploy',
    description: 'Publishes a release',
    source: 'host',
    body: '# Deploy\nBuild it, tag it, put it out.',
    manifest: {
      when_to_use: 'the user asks for a release',
      allowed_tools: ['bash', 'git'],
      paths: ['infra/**'],
      model: 'small',
    },
  },
  {
    id: 'acme/ops/review',
    name: 'review',
    description: 'Looks over a change',
    source: 'host',
    body: '# Review\nRead the change twice.',
    manifest: { when_to_use: 'a change waits for review', allowed_tools: ['grep'], paths: [] },
  },
];

export const permissions: readonly PermissionRule[] = [
  { tool: 'delete*', answer: 'deny', reason: 'nothing is deleted here' },
  { tool: 'move*', answer: 'rewrite', args: { to: 'kept/' } },
  { tool: '*', answer: 'approve' },
];

export const operations: { readonly [name: string]: Operation } = {
  'project.scan': { result: { files: ['README.md', 'src/main.ts'] } },
  'kit.echo': {},
};

export const reactions: readonly Reaction[] = [
  { on: 'agent/idle', nth: 2, notify: 'agent/resume', params: {} },
  {
    on: 'skills/list',
    nth: 1,
    add: { id: 'acme/notes', name: 'notes', description: 'Writes release notes', source: 'host', body: '# Notes' },
  },
];
