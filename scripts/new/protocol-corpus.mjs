// The corpus of a new protocol: one requirement, a mutant that breaks it, and the case that catches it; and the wire rule that messages fit
// their schemas.

/** Paths and texts. */
export function corpusFiles(name) {
  const folder = `cases/${name}`;
  const prefix = name.toUpperCase();
  const role = `${name}/server`;
  const schema = (format, depth = 2) =>
    `# yaml-language-server: $schema=${'../'.repeat(depth)}dist/schemas/${format}/v1.json\n`;
  return [
    [`${folder}/versions.yaml`, `${schema('versions')}versions:\n  v1: {}\n`],
    [
      `${folder}/requirements.yaml`,
      `${schema('requirements')}protocol: ${name}
version: v1
roles: ${role}
source: TODO say how the spec is called
requirements:
  - id: ${prefix}-ECHO-01
    level: must
    text: An echo has the text of its request.
    section: TODO say which section says so
  - id: ${prefix}-WIRE-01
    level: must
    text: Messages fit their schemas.
    section: TODO say which section says so
`,
    ],
    [
      `${folder}/mutants-server.yaml`,
      `${schema('mutants')}role: ${role}
mutants:
  - id: ${name}.server.echo.other-text
    breaks: ${prefix}-ECHO-01
    title: An echo has another text
    sends: { reply: echo }
    do: { set: { /result/text: other } }
  - id: ${name}.server.wire.no-text
    breaks: ${prefix}-WIRE-01
    title: A result lacks its text
    sends: { reply: echo }
    do: { remove: /result/text }
    also:
      - { requirements: ${prefix}-ECHO-01, because: A result without a text has not that of its request. }
`,
    ],
    [
      `${folder}/wire.yaml`,
      `${schema('wire')}rules:
  - id: schema
    rule: schema
    requirement: ${prefix}-WIRE-01
    title: Messages fit their schemas
    kills: ${name}.server.wire.no-text
`,
    ],
    [
      `${folder}/server/role.yaml`,
      `${schema('role', 3)}role: ${role}
peer: ${name}/client
side: server
within: 5s
limit: 30s
opening: { request: echo, params: { text: hello } }
alive: null
probe: null
transports: [stdio]
`,
    ],
    [
      `${folder}/server/echo.yaml`,
      `${schema('case', 3)}suite: Echo
role: ${role}
cases:
  - id: ${name}.server.echo.text
    title: An echo has the text of its request
    kills: ${name}.server.echo.other-text
    steps:
      - call: { request: echo, params: { text: hello }, result: { text: hello } }
        check: ${prefix}-ECHO-01
`,
    ],
  ];
}
