import { describe, expect, test } from 'vitest';
import { load } from '../testing.js';

describe('names', () => {
  const steps = (...lines: string[]) =>
    load(
      `  - id: m.a\n    title: t\n    let: { constant: 1 }\n    steps:\n${lines.map((line) => `      - ${line}\n`).join('')}`,
    ).lines;
  const CALL = '{ call: { request: a, as: asked }, save: { x: /result } }';

  test.each<[string, string[]]>([
    ['a capture', [CALL, '{ send: { notify: "${x}" } }']],
    [
      'what is built in',
      [
        '{ send: { notify: a, params: ["${dir}", "${uuid}", "${behavior.a.b}", "${peer.url}", "${secret.x}", "${version.y}", "${target.url}", "${node}", "${proctor}"] } }',
      ],
    ],
    ['a message by its name', [CALL, '{ assert: { value: "${asked.params.x}", is: 1 } }']],
    ['a listener', ['{ open: { as: hook, listen: http } }', '{ send: { notify: "${hook.url}" } }']],
    ['its own reply', ['{ call: { request: a, as: mine, result: "${mine.params}" } }']],
    [
      'an answer to what comes later',
      ['{ open: { as: h, listen: http, answers: { body: "${later.id}" } } }', '{ expect: { request: a, as: later } }'],
    ],
    [
      'an answer that names the request which has come',
      [
        '{ open: { as: h, listen: http, answers: { headers: { x: "${received.query.code}" }, body: ["${received.form.x}", "${received}"] } } }',
      ],
    ],
    [
      'a capture of an earlier round',
      [
        '{ repeat: { max: 2, until: { value: "${n}", is: 1 }, steps: [{ call: { request: "${n}" } }, { call: { request: b }, save: { n: /id } }] } }',
      ],
    ],
    [
      'a capture again inside repeat',
      [
        CALL,
        '{ repeat: { max: 2, until: { value: "${x}", is: 1 }, steps: [{ call: { request: a }, save: { x: /id } }] } }',
      ],
    ],
    [
      'a capture of either branch',
      [
        '{ either: [{ grade: pass, steps: [{ expect: { notify: a }, save: { x: /a } }] }, { grade: non-strict, steps: [{ expect: { notify: b }, save: { x: /b } }] }] }',
        '{ send: { notify: "${x}" } }',
      ],
    ],
    [
      'captures inside any_order',
      [
        '{ any_order: [{ expect: { notify: a }, save: { x: /a } }, { expect: { notify: b, params: "${x}" } }] }',
        '{ send: { notify: "${x}" } }',
      ],
    ],
    ['a reply to one of several', [CALL, '{ assert: { seen: { reply: [asked] }, is: { $len: 1 } } }']],
    ['a literal', ['{ send: { notify: a, params: { $lit: "${nobody}" } } }']],
    ['an escaped reference', ['{ send: { notify: "$${nobody}" } }']],
  ])('%s is fine', (_, lines) => {
    expect(steps(...lines)).toEqual([]);
  });

  test.each<[string, string[], string]>([
    [
      'a name that nothing binds',
      [CALL, '{ send: { notify: "${askd.id}" } }'],
      'c.yaml:9:27  nothing binds `askd`; did you mean `asked`?',
    ],
    [
      'a built-in misspelt',
      ['{ send: { notify: a, params: { deep: ["${taget.url}"] } } }'],
      'c.yaml:8:47  nothing binds `taget`; did you mean `target`?',
    ],
    [
      'a name before its time',
      ['{ send: { notify: "${x}" } }', CALL],
      'c.yaml:8:27  `x` is used before anything binds it',
    ],
    [
      'a name from the other branch only',
      [
        '{ either: [{ grade: pass, steps: [{ expect: { notify: a }, save: { x: /a } }] }, { grade: pass, steps: [{ expect: { notify: b, params: "${x}" } }] }] }',
      ],
      '`x` is used before anything binds it',
    ],
    [
      'a capture made twice',
      [CALL, '{ call: { request: b }, save: { x: /id } }'],
      'c.yaml:9:41  `x` is captured twice; the first time in c.yaml:8',
    ],
    [
      'a capture twice in one any_order',
      ['{ any_order: [{ expect: { notify: a }, save: { x: /a } }, { expect: { notify: b }, save: { x: /a } }] }'],
      '`x` is captured twice',
    ],
    [
      'a constant as a capture',
      ['{ call: { request: a }, save: { constant: /id } }'],
      '`constant` is a constant of this case already',
    ],
    [
      'a message as a capture',
      ['{ call: { request: a, as: q }, save: { q: /id } }'],
      '`q` is the name of a message or channel of this case already',
    ],
    [
      'a reply to nobody',
      [CALL, '{ expect: { reply: aksed } }'],
      'c.yaml:9:28  no request of this case is named `aksed`; did you mean `asked`?',
    ],
    [
      'a reply to nobody, seen',
      [CALL, '{ assert: { seen: { reply: [asked, other] }, is: 1 } }'],
      'no request of this case is named `other`; there is `asked`',
    ],
    [
      'a channel misspelt',
      ['{ open: { as: again, listen: tcp } }', '{ expect: { notify: a }, on: agian }'],
      'c.yaml:9:38  there is no channel `agian`; did you mean `again`?',
    ],
    [
      'a part of a request that has come which there is not',
      ['{ open: { as: h, listen: http, answers: [{ after: { path: /x }, body: { x: "${received.qery.code}" } }] } }'],
      'c.yaml:8:84  a request that has come has no `qery`; did you mean `query`?',
    ],
    [
      'a request that has come where none has',
      ['{ send: { notify: "${received.body}" } }'],
      'nothing binds `received`',
    ],
    [
      'a reference that is none',
      ['{ send: { notify: "${a b}" } }'],
      'c.yaml:8:27  ${a b} is not a reference; write a name such as ${sessionId}, or $${ for a literal ${',
    ],
    [
      'a format that is none',
      [CALL, '{ send: { notify: "${x:xml}" } }'],
      '${x:xml} asks for the format xml; there are json and sh',
    ],
  ])('are reported if they are wrong: %s', (_, lines, message) => {
    const found = steps(...lines);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });
});
