import { type Harness, instantiate, parse } from '../../src/protocols/trust/st/index.js';

const STATEMENTS = 1000;
const ROUNDS = 9;
/** Cycles of a round: some 100 ms of each side on the machine of today. */
const CYCLES = { st: 300, js: 15_000 };

/** Five statements, as a program has them and as JavaScript does; integers wrap in neither, for they stay small. */
const kinds: ((n: number) => [st: string, js: string])[] = [
  (n) => [`a${n} := a${n} + INT#1;`, `a${n} = a${n} + 1;`],
  (n) => [`IF a${n} > INT#1000 THEN a${n} := INT#0; END_IF;`, `if (a${n} > 1000) a${n} = 0;`],
  (n) => [`r${n} := r${n} * 0.5 + 1.25;`, `r${n} = r${n} * 0.5 + 1.25;`],
  (n) => [`on := (a${n} > INT#10) AND NOT on;`, `on = a${n} > 10 && !on;`],
  (n) => [`list[a${n} MOD INT#8] := a${n};`, `list[a${n} % 8] = a${n};`],
];

export function measure(): { st: number; js: number; ratio: number } {
  const groups = STATEMENTS / kinds.length;
  const pairs = Array.from({ length: groups }, (_, n) => kinds.map((kind) => kind(n))).flat();
  const numbers = Array.from({ length: groups }, (_, n) => n);
  const text = [
    'PROGRAM Main',
    'VAR',
    ...numbers.map((n) => `a${n} : INT; r${n} : LREAL;`),
    'on : BOOL; list : ARRAY[0..7] OF INT;',
    'END_VAR',
    ...pairs.map(([st]) => st),
    'END_PROGRAM',
  ].join('\n');
  const { project, diagnostics } = parse([{ file: 'main.st', text }]);
  if (!project) throw new Error(diagnostics[0]!.message);
  const machine = instantiate(project);
  const plain = javaScript(numbers, pairs);
  const timed = (count: number, act: () => void) => {
    const began = performance.now();
    for (let nth = 0; nth < count; nth++) act();
    return (1000 * (performance.now() - began)) / count;
  };
  const st: number[] = [];
  const js: number[] = [];
  for (let round = -2; round < ROUNDS; round++) {
    const one = timed(CYCLES.st, () => {
      const fault = machine.cycle();
      if (fault) throw new Error(fault.message);
    });
    const other = timed(CYCLES.js, plain.cycle);
    // The first rounds are the compiler's.
    if (round >= 0) [st.push(one), js.push(other)];
  }
  checkAlike(machine, javaScript(numbers, pairs));
  const middle = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
  return { st: middle(st), js: middle(js), ratio: middle(st) / middle(js) };
}

/** The same logic as somebody would write it who wants it fast: variables of one scope. */
function javaScript(numbers: number[], pairs: [string, string][]): { cycle(): void; get(name: string): unknown } {
  const variables = numbers.flatMap((n) => [`a${n} = 0`, `r${n} = 0`]).join(', ');
  const text = `let ${variables}, on = false; const list = new Array(8).fill(0);
    return { cycle() {${pairs.map(([, js]) => js).join('\n')}}, get(name) { return { a0, a199, r7, on }[name]; } };`;
  return new Function(text)();
}

/** Both compute the same: after as many cycles the values are alike. */
function checkAlike(machine: Harness, fresh: ReturnType<typeof javaScript>): void {
  for (let nth = 0; nth < machine.cycles; nth++) fresh.cycle();
  for (const name of ['a0', 'a199', 'r7', 'on']) {
    const found = machine.get(name);
    const ours = 'value' in found ? found.value : undefined;
    if (ours !== fresh.get(name)) throw new Error(`${name} is ${ours} and should be ${fresh.get(name)}`);
  }
}
