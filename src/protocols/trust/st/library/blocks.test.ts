import { describe, expect, it } from 'vitest';
import { give, machineOf, readFrom } from '../testing.js';

const MS = 1_000_000n;

/** Steps of one instance: inputs as `IN=1`, ms since the step before, and outputs as they must be after the cycle. */
type Steps = [inputs: string, passed: number, outputs: string][];

const NUMBERS = new Set(['PV', 'CV']);

function play(block: string, preset: string, steps: Steps): string[] {
  const machine = machineOf(`PROGRAM Main\nVAR b : ${block}${preset}; END_VAR\nb();\nEND_PROGRAM\n`);
  return steps.map(([inputs, passed, outputs]) => {
    machine.advance(BigInt(passed) * MS);
    for (const input of inputs.split(' ').filter(Boolean)) {
      const [name, value] = input.split('=') as [string, string];
      give(machine, `b.${name}`, NUMBERS.has(name) ? BigInt(value) : value === '1');
    }
    expect(machine.cycle()).toBeUndefined();
    const shown = outputs.split(' ').map((output) => {
      const name = output.split('=')[0]!;
      const value = readFrom(machine, `b.${name}`);
      return `${name}=${typeof value === 'boolean' ? Number(value) : name === 'ET' ? (value as bigint) / MS : value}`;
    });
    return shown.join(' ');
  });
}

const tables: [name: string, block: string, preset: string, steps: Steps][] = [
  [
    'TON: Q after PT of IN; the edge counts the time since the call before',
    'TON',
    ' := (PT := T#30ms)',
    [
      ['', 0, 'Q=0 ET=0'],
      ['IN=1', 10, 'Q=0 ET=10'],
      ['', 10, 'Q=0 ET=20'],
      ['', 10, 'Q=1 ET=30'],
      ['', 10, 'Q=1 ET=30'],
      ['IN=0', 10, 'Q=0 ET=0'],
      ['IN=1', 25, 'Q=0 ET=25'],
      ['IN=0', 1, 'Q=0 ET=0'],
    ],
  ],
  [
    'TON: the first call counts nothing',
    'TON',
    ' := (PT := T#5ms, IN := TRUE)',
    [
      ['', 100, 'Q=0 ET=0'],
      ['', 5, 'Q=1 ET=5'],
    ],
  ],
  ['TON: a PT of 0, or below, is over at once', 'TON', ' := (PT := T#-5ms)', [['IN=1', 0, 'Q=1 ET=0']]],
  [
    'TOF: Q until PT after IN',
    'TOF',
    ' := (PT := T#30ms)',
    [
      ['', 0, 'Q=0 ET=0'],
      ['', 50, 'Q=0 ET=0'],
      ['IN=1', 10, 'Q=1 ET=0'],
      ['IN=0', 10, 'Q=1 ET=10'],
      ['', 10, 'Q=1 ET=20'],
      ['IN=1', 5, 'Q=1 ET=0'],
      ['IN=0', 10, 'Q=1 ET=10'],
      ['', 20, 'Q=0 ET=30'],
      ['', 20, 'Q=0 ET=30'],
      ['IN=1', 1, 'Q=1 ET=0'],
    ],
  ],
  [
    'TP: a pulse of PT, whatever IN does meanwhile',
    'TP',
    ' := (PT := T#30ms)',
    [
      ['', 0, 'Q=0 ET=0'],
      ['IN=1', 10, 'Q=1 ET=10'],
      ['IN=0', 10, 'Q=1 ET=20'],
      ['IN=1', 5, 'Q=1 ET=25'],
      ['', 5, 'Q=0 ET=30'],
      ['', 50, 'Q=0 ET=30'],
      ['IN=0', 10, 'Q=0 ET=0'],
      ['IN=1', 10, 'Q=1 ET=10'],
    ],
  ],
  [
    'CTU: counts edges, R wins',
    'CTU',
    ' := (PV := 2)',
    [
      ['CU=1', 0, 'Q=0 CV=1'],
      ['CU=1', 0, 'Q=0 CV=1'],
      ['CU=0', 0, 'Q=0 CV=1'],
      ['CU=1', 0, 'Q=1 CV=2'],
      ['CU=0', 0, 'Q=1 CV=2'],
      ['CU=1', 0, 'Q=1 CV=3'],
      ['R=1 CU=0', 0, 'Q=0 CV=0'],
      ['CU=1', 0, 'Q=0 CV=0'],
      ['R=0', 0, 'Q=0 CV=0'],
    ],
  ],
  [
    'CTU: stops at the end of INT',
    'CTU',
    ' := (CV := 32766)',
    [
      ['CU=1', 0, 'Q=1 CV=32767'],
      ['CU=0', 0, 'CV=32767'],
      ['CU=1', 0, 'CV=32767'],
    ],
  ],
  [
    'CTD: counts down from PV, LD wins',
    'CTD',
    ' := (PV := 2)',
    [
      ['', 0, 'Q=1 CV=0'],
      ['LD=1', 0, 'Q=0 CV=2'],
      ['LD=0 CD=1', 0, 'Q=0 CV=1'],
      ['CD=0', 0, 'Q=0 CV=1'],
      ['CD=1', 0, 'Q=1 CV=0'],
      ['CD=0', 0, 'Q=1 CV=0'],
      ['CD=1 LD=1', 0, 'Q=0 CV=2'],
    ],
  ],
  [
    'CTUD: both ways; both edges at once cancel each other',
    'CTUD',
    ' := (PV := 2)',
    [
      ['CU=1', 0, 'QU=0 QD=0 CV=1'],
      ['CU=0 CD=1', 0, 'QU=0 QD=1 CV=0'],
      ['CD=0', 0, 'QU=0 QD=1 CV=0'],
      ['CU=1 CD=1', 0, 'QU=0 QD=1 CV=0'],
      ['CU=0 CD=0 LD=1', 0, 'QU=1 QD=0 CV=2'],
      ['R=1', 0, 'QU=0 QD=1 CV=0'],
    ],
  ],
  ['CTU_LINT: 64 bits', 'CTU_LINT', ' := (CV := 9007199254740993)', [['CU=1', 0, 'CV=9007199254740994']]],
  [
    'R_TRIG',
    'R_TRIG',
    '',
    [
      ['', 0, 'Q=0'],
      ['CLK=1', 0, 'Q=1'],
      ['', 0, 'Q=0'],
      ['CLK=0', 0, 'Q=0'],
      ['CLK=1', 0, 'Q=1'],
    ],
  ],
  [
    'F_TRIG: the first call with CLK FALSE gives Q',
    'F_TRIG',
    '',
    [
      ['', 0, 'Q=1'],
      ['', 0, 'Q=0'],
      ['CLK=1', 0, 'Q=0'],
      ['CLK=0', 0, 'Q=1'],
      ['', 0, 'Q=0'],
    ],
  ],
  [
    'SR: S1 wins',
    'SR',
    '',
    [
      ['', 0, 'Q1=0'],
      ['S1=1', 0, 'Q1=1'],
      ['S1=0', 0, 'Q1=1'],
      ['R=1', 0, 'Q1=0'],
      ['S1=1', 0, 'Q1=1'],
    ],
  ],
  [
    'RS: R1 wins',
    'RS',
    '',
    [
      ['', 0, 'Q1=0'],
      ['S=1', 0, 'Q1=1'],
      ['S=0', 0, 'Q1=1'],
      ['R1=1', 0, 'Q1=0'],
      ['S=1', 0, 'Q1=0'],
    ],
  ],
];

describe('standard function blocks', () => {
  it.each(tables)('%s', (_, block, preset, steps) => {
    expect(play(block, preset, steps)).toEqual(steps.map(([, , outputs]) => outputs));
  });

  it('the worked example: a TON of 30 ms at 10 ms a cycle is done in three cycles', () => {
    const machine = machineOf(`
      PROGRAM Main
      VAR in1, q : BOOL; et : TIME; t1 : TON; END_VAR
      t1(IN := in1, PT := T#30MS, Q => q, ET => et);
      END_PROGRAM`);
    machine.cycle();
    give(machine, 'in1', true);
    let cycles = 0;
    for (; readFrom(machine, 'q') !== true; cycles++) {
      machine.advance(10n * MS);
      machine.cycle();
    }
    expect([cycles, machine.cycles, machine.now, readFrom(machine, 'et')]).toEqual([3, 4, 30n * MS, 30n * MS]);
    expect(machine.get('Main.t1.Q')).toEqual({ type: 'BOOL', value: true });
  });
});
