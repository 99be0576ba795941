/** The first steps of a case of one role: they hold for an implementation that does what the protocol asks of all. */
export interface CaseTemplate {
  /** What the case needs, as `needs` has it. */
  needs?: string;
  /** The steps, a line each; `REQUIREMENT` stands for the id of the requirement. */
  steps: readonly string[];
  /** What says on the command line where the target is. Default: a command starts it. */
  reached?: string;
}

/** By role. A role that extends another one and is not here has that one's. */
export const TEMPLATES: { readonly [role: string]: CaseTemplate } = {
  'mcp/server': {
    needs: '{ capability: /tools }',
    steps: [
      '- use: initialized',
      '- call: { request: tools/list, result: { tools: { $type: array } } }',
      '  check: REQUIREMENT',
    ],
  },
  'mcp/client': {
    needs: '{ behavior: client-call }',
    steps: [
      '- use: called # the client calls the tool echo; the request is `call`',
      '- assert: { value: "${call.params}", is: { name: echo, arguments: { message: hi } } }',
      '  check: REQUIREMENT',
      '- use: call-answered',
    ],
  },
  'acp/agent': {
    steps: [
      '- use: session # saves sessionId',
      '- assert: { value: "${sessionId}", is: { $type: string } }',
      '  check: REQUIREMENT',
    ],
  },
  'acp/client': {
    needs: '{ behavior: client-prompt }',
    steps: [
      '- use: prompted # the request is `turn`',
      '- assert: { value: "${turn.params.prompt}", is: { $len: { $gte: 1 } } }',
      '  check: REQUIREMENT',
      '- send: { reply: turn, result: { stopReason: end_turn } }',
    ],
  },
  'a2a/server': {
    steps: [
      '- use: read-card # saves card',
      '- assert: { value: "${card}", is: { name: { $type: string }, skills: { $type: array } } }',
      '  check: REQUIREMENT',
    ],
  },
  'a2a/client': {
    needs: '{ behavior: client-send }',
    steps: [
      '- use: sent # the request is `call`',
      '- assert: { value: "${call.params.message.parts}", is: { $len: { $gte: 1 } } }',
      '  check: REQUIREMENT',
      '- send:',
      '    reply: call',
      '    result: { kind: message, messageId: answer-1, role: agent, parts: [{ kind: text, text: done }] }',
    ],
  },
  'bridge/runtime': {
    steps: [
      '- use: session # saves sessionId',
      '- assert: { value: "${sessionId}", is: { $type: string } }',
      '  check: REQUIREMENT',
    ],
  },
  'bridge/host': {
    needs: '{ behavior: host-prompt }',
    steps: [
      '- use: prompted # the request is `turn`; saves session',
      '- assert: { value: "${session}", is: { $type: string } }',
      '  check: REQUIREMENT',
    ],
  },
  'hub/server': {
    steps: [
      '- use: session # saves sessionId',
      '- call: { request: session/list, params: {}, result: { sessions: { $type: array } } }',
      '  check: REQUIREMENT',
    ],
  },
  'hub/client': {
    needs: '{ behavior: client-prompt }',
    steps: [
      '- { use: prompted, with: { doing: client-prompt } } # the request is `turn`',
      '- assert: { value: "${turn.params.prompt}", is: { $len: { $gte: 1 } } }',
      '  check: REQUIREMENT',
      '- send: { reply: turn, result: { stopReason: end_turn } }',
    ],
  },
  'harn/agent': {
    steps: [
      '- use: opened # saves sessionId, modes, options',
      '- assert: { value: "${modes}", is: { $type: object } }',
      '  check: REQUIREMENT',
    ],
  },
  'harn/client': {
    needs: '{ behavior: client-prompt }',
    steps: [
      '- use: prompted # the request is `turn`',
      '- assert: { value: "${turn.params.prompt}", is: { $len: { $gte: 1 } } }',
      '  check: REQUIREMENT',
      '- use: end-turn',
    ],
  },
  'trust/server': {
    steps: ['- call: { request: agent.describe, params: {}, result: { transport: stdio } }', '  check: REQUIREMENT'],
  },
  'trust/client': {
    needs: '{ behavior: client-session }',
    steps: ['- expect: { message: { method: agent.describe } }', '  within: 20s', '  check: REQUIREMENT'],
  },
};
