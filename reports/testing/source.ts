/** The case files that the fixture's places point into. */
export const sources: { [file: string]: string } = {
  'cases/demo/server/tools.yaml': `suite: Tools
role: demo/server
cases:
  - id: demo.server.tools.list
    title: The list of tools has every tool
    steps:
      - call: { request: tools/list, result: { tools: { $each: { name: { $type: string } } } } }
        check: DEMO-TOOL-01
  - id: demo.server.tools.unknown
    title: An unknown tool is a protocol error
    steps:
      - call:
          request: tools/call
          params: { name: no-such-tool }
          error: { code: -32602 }
        check: DEMO-TOOL-06
      - call: { request: ping, result: {} }
        check: DEMO-PING-01
\t  - id: demo.server.tools.tab
`,
  'cases/demo/server/resources.yaml': `suite: Resources
role: demo/server
cases:
  - id: demo.server.resources.missing
    title: A missing resource is told apart
    steps:
      - call: { request: resources/read, params: { uri: "demo://none" }, error: { code: -32002 } }
        check: DEMO-RES-02
`,
};
