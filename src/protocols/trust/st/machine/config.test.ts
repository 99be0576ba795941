import { describe, expect, it } from 'vitest';
import { give, machineOf, projectOf, readFrom } from '../testing.js';
import { Machine } from './machine.js';

const SOURCE = `
  TYPE Pair : STRUCT a : INT; b : INT := 2; END_STRUCT; END_TYPE
  FUNCTION_BLOCK Counter
  VAR_INPUT step : INT := 1; END_VAR
  VAR count : INT; sensor AT %I* : INT; END_VAR
  count := count + step + sensor;
  END_FUNCTION_BLOCK
  PROGRAM Main
  VAR
    in0 AT %I* : BOOL; out0 AT %Q* : BOOL; list AT %M* : ARRAY[0..1] OF INT; start AT %M* : INT := 7;
    n : INT := 1; fb : Counter; p : Pair; seen : BOOL; fixed AT %MW9 : INT := 1;
  END_VAR
  out0 := NOT in0; list[1] := list[1] + n; seen := %IX0.0; fb();
  END_PROGRAM
  CONFIGURATION C
  VAR_GLOBAL marker AT %MW6 : INT; END_VAR
  RESOURCE Res ON CPU PROGRAM P1 : Main; PROGRAM P2 : Main; END_RESOURCE
  VAR_CONFIG
    Res.P1.in0 AT %IX0.0 : BOOL; P1.out0 AT %QX0.0 : BOOL; P1.list AT %MW0 : ARRAY[0..1] OF INT := [3, 4];
    P2.in0 AT %IX0.1 : BOOL := TRUE; P2.out0 AT %QX0.1 : BOOL; P2.list AT %MW2 : ARRAY[0..1] OF INT;
    P1.start AT %MW6 : INT := 8; P2.start AT %MW8 : INT;
    P1.fb.sensor AT %IW1 : INT; P2.fb.sensor AT %IW1 : INT;
    P1.p.a : INT := 5; P1.p : Pair := (a := 9); P2.n : INT := 10; P2.fb.count : INT := 100; P2.fb.step : INT := 20;
    P2.fixed : INT := 6;
  END_VAR
  END_CONFIGURATION`;
const project = projectOf([SOURCE]);

describe('VAR_CONFIG', () => {
  it.each([
    ['P1.n', 1],
    ['P2.n', 10],
    ['P1.fb.count', 0],
    ['P2.fb.count', 100],
    ['P2.fb.step', 20],
    ['P1.p.a', 5],
    ['P1.p.b', 2],
    ['P2.p.a', 0],
    ['P1.list[0]', 3],
    ['P2.list[0]', 0],
    ['P2.in0', true],
    ['%IX0.1', true],
    ['marker', 8],
    ['%MW8', 7],
    ['%MW9', 6],
  ])('%s starts with %s in each new machine', (name, value) => {
    const used = new Machine(project);
    for (let count = 0; count < 3; count++) used.cycle();
    expect(readFrom(new Machine(project), name)).toBe(value);
  });

  it('each instance has its own addresses', () => {
    const machine = new Machine(project);
    give(machine, '%IX0.0', true);
    give(machine, 'P2.in0', false);
    expect(machine.cycle()).toBeUndefined();
    const read = ['%QX0.0', '%QX0.1', 'P1.out0', 'P2.out0', 'P2.seen'].map((name) => readFrom(machine, name));
    expect(read).toEqual([false, true, false, true, true]);
    expect([readFrom(machine, 'P1.list[1]'), readFrom(machine, 'P2.list[1]')]).toEqual([5, 10]);
  });

  it('variables of one address are one variable, also in function blocks', () => {
    const machine = new Machine(project);
    give(machine, 'P1.fb.sensor', 5);
    expect([readFrom(machine, '%IW1'), readFrom(machine, 'P2.fb.sensor')]).toEqual([5, 5]);
    machine.cycle();
    expect([readFrom(machine, 'P1.fb.count'), readFrom(machine, 'P2.fb.count')]).toEqual([6, 125]);
    give(machine, 'marker', 11);
    expect(readFrom(machine, 'P1.start')).toBe(11);
  });

  it('a whole array is set where it is', () => {
    const machine = new Machine(project);
    const elements = [1, 2].map((value) => ({ type: 'INT', value }));
    expect(machine.set('%MW0', { type: 'ARRAY', dimensions: [[0, 1]], elements })).toBeUndefined();
    expect(readFrom(machine, 'P1.list[1]')).toBe(2);
  });

  it('two machines share no value', () => {
    const [one, other] = [new Machine(project), new Machine(project)];
    one.cycle();
    expect([readFrom(one, 'P1.list[1]'), readFrom(other, 'P1.list[1]')]).toEqual([5, 4]);
  });

  it('a variable without AT %M* has an address in the instance that gets one, and an own value in others', () => {
    const machine = machineOf(`PROGRAM Main VAR n : INT := 4; END_VAR n := n + 1; END_PROGRAM
      CONFIGURATION C PROGRAM P1 : Main; PROGRAM P2 : Main;
      VAR_CONFIG P1.n AT %MW0 : INT; END_VAR END_CONFIGURATION`);
    give(machine, '%MW0', 41);
    machine.cycle();
    expect(['P1.n', '%MW0', 'P2.n'].map((name) => readFrom(machine, name))).toEqual([42, 42, 5]);
  });

  it('an address that nothing completes has a value of its own', () => {
    const machine = machineOf('PROGRAM Main VAR x AT %M* : INT := 3; END_VAR x := x + 1; END_PROGRAM');
    machine.cycle();
    expect(readFrom(machine, 'x')).toBe(4);
  });

  it('a retained variable at an address survives a reload', () => {
    const source = `PROGRAM Main VAR RETAIN x AT %M* : INT; f : Block; END_VAR x := x + 1; f(); END_PROGRAM
      FUNCTION_BLOCK Block VAR n : INT; y AT %M* : INT; END_VAR n := n + 1; y := y + n; END_FUNCTION_BLOCK
      CONFIGURATION C PROGRAM P : Main;
      VAR_CONFIG P.x AT %MW0 : INT := 5; P.f.y AT %MW1 : INT; END_VAR END_CONFIGURATION`;
    const before = machineOf(source);
    for (let count = 0; count < 2; count++) before.cycle();
    const after = machineOf(source, {}, before.retained());
    after.cycle();
    expect(['P.x', '%MW0', 'P.f.n', '%MW1'].map((name) => readFrom(after, name))).toEqual([8, 8, 3, 3]);
  });
});
