/** Random programs for the property tests: right ones, with every kind of statement, from a number. */

const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  BOOL: ['b0', 'b1', 's.flag', 'w0.3', 'l[2]', 't0.Q', 'o0'],
  INT: ['i0', 'i1', 'a[1]', 'a[i0]', 's.n', 'c0.CV', 'o1', 'o2[1]'],
  DINT: ['d0', 'd1', 'g'],
  LINT: ['q0', 'q1'],
  USINT: ['u0'],
  REAL: ['r0'],
  LREAL: ['f0'],
  WORD: ['w0', 'w1'],
  TIME: ['p0', 't0.ET'],
  STRING: ['x0', 'x1'],
};
const TYPES = Object.keys(VARIABLES);
/** Outputs, and a range that constants may lie outside of. */
const READ_ONLY = new Set(['t0.Q', 't0.ET', 'c0.CV', 's.n']);

const HEAD = `TYPE Mode : (Off, On, Auto); Part : STRUCT flag : BOOL; n : INT (0..100); END_STRUCT; END_TYPE
FUNCTION Twice : DINT VAR_INPUT n : DINT; END_VAR Twice := n * 2; END_FUNCTION
VAR_GLOBAL RETAIN g : DINT; END_VAR
PROGRAM Main
VAR b0, b1 : BOOL; i0, i1 : INT; d0, d1 : DINT; q0, q1 : LINT; u0 : USINT; r0 : REAL; f0 : LREAL; w0, w1 : WORD; k : INT;
p0 : TIME; x0, x1 : STRING[20]; a : ARRAY[0..7] OF INT; l : ARRAY[1..3] OF BOOL; s : Part; m : Mode; t0 : TON; c0 : CTU;
o0 AT %Q* : BOOL; o1 AT %M* : INT := 3; o2 AT %M* : ARRAY[0..3] OF INT;
END_VAR
`;

const TAIL = `CONFIGURATION C
RESOURCE R ON CPU PROGRAM P1 : Main; END_RESOURCE
VAR_CONFIG P1.o0 AT %QX0.0 : BOOL; R.P1.o1 AT %MW0 : INT; P1.o2 AT %MW2 : ARRAY[0..3] OF INT; END_VAR
VAR_CONFIG R.P1.i1 : INT := 5; P1.t0.PT : TIME := T#5ms; P1.s.n : INT (0..100) := 7; END_VAR
END_CONFIGURATION
`;

/** Templates of expressions: `$INT` stands for an expression of that type. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  BOOL: [
    ...[
      '($BOOL AND $BOOL)',
      '($BOOL OR $BOOL)',
      '$BOOL XOR $BOOL = b0',
      '($BOOL & NOT $BOOL)',
      '($BOOL AND_THEN $BOOL)',
    ],
    ...['($BOOL OR_ELSE $BOOL)', '($INT = $INT)', '($DINT < $DINT)', '($LINT >= $LINT)', '($REAL <> $REAL)'],
    ...['($TIME > $TIME)', '($STRING <= $STRING)', '(m = Mode#On)', 'LE($USINT, $USINT)'],
  ],
  INT: [
    '($INT + $INT)',
    '($INT - $INT)',
    '$INT * $INT',
    '($INT / $INT)',
    '$INT MOD $INT',
    '-$INT ** $INT',
    'ABS($INT)',
    'LEN($STRING)',
    'LIMIT(0, $INT, 7)',
  ],
  DINT: [
    '($DINT + $INT)',
    '$DINT - $DINT',
    '$DINT * $DINT',
    '($DINT / $DINT)',
    '$DINT MOD $DINT',
    'Twice(n := $DINT)',
    'REAL_TO_DINT($REAL)',
    'MUX($INT, $DINT, $DINT)',
  ],
  LINT: [
    '($LINT + $DINT)',
    '($LINT - $LINT)',
    '$LINT * $LINT',
    '($LINT / $LINT)',
    '$LINT MOD $LINT',
    '$LINT ** $LINT',
    'TIME_TO_LINT($TIME)',
  ],
  USINT: ['($USINT + $USINT)', '$USINT * $USINT', '$USINT - $USINT', 'INT_TO_USINT($INT)'],
  REAL: ['($REAL + $REAL)', '$REAL * $REAL', '($REAL / $REAL)', '($INT + REAL#0.5)', 'MAX($REAL, $REAL)'],
  LREAL: ['($LREAL + $REAL)', '$LREAL * $LREAL', '($LREAL / $LREAL)', 'SIN($LREAL)', 'SEL($BOOL, $LREAL, $LREAL)'],
  WORD: ['($WORD AND $WORD)', '$WORD OR $WORD', '($WORD XOR 16#FF)', 'NOT $WORD', 'ROL($WORD, 3)', 'INT_TO_WORD($INT)'],
  TIME: ['($TIME + $TIME)', '($TIME - $TIME)', '$TIME * ($INT)', '($TIME / ($INT))'],
  STRING: [
    'CONCAT($STRING, $STRING)',
    'LEFT($STRING, $INT)',
    'INT_TO_STRING($INT)',
    'REPLACE($STRING, $STRING, 1, $INT)',
  ],
};

/** Templates of statements: `$$` stands for a list of statements. */
const STATEMENTS: readonly string[] = [
  'IF $BOOL THEN $$ ELSIF $BOOL THEN $$ ELSE $$ END_IF;',
  'CASE $INT OF -1, 0..3: $$ 7: $$ ELSE $$ END_CASE;',
  'CASE m OF Off: $$ Mode#On, Auto: m := Off; END_CASE;',
  'FOR k := 0 TO 5 DO $$ END_FOR;',
  'FOR k := 3 TO -3 BY -2 DO $$ IF $BOOL THEN CONTINUE; END_IF; $$ END_FOR;',
  'WHILE $BOOL DO $$ EXIT; END_WHILE;',
  'REPEAT $$ UNTIL $BOOL END_REPEAT;',
  't0(IN := $BOOL, PT := $TIME, Q => b0, ET => p0);',
  'c0(CU := $BOOL, R := $BOOL, PV := 3); m := SEL(c0.Q, Mode#Off, Auto);',
  ...['RETURN;', 'g := g + 1;', 'm := On;', 's.n := LIMIT(0, $INT, 100);'],
];

/** A program from a seed: the same seed gives the same text. */
export function randomProgram(seed: number): string {
  let state = seed >>> 0;
  // Mulberry32: enough for choices, and the same everywhere.
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(random() * count);
  const pick = (list: readonly string[]): string => list[below(list.length)]!;

  const literal = (type: string): string => {
    const small = below(19) - 9;
    switch (type) {
      case 'BOOL':
        return pick(['TRUE', 'FALSE']);
      case 'LINT':
        return `LINT#${BigInt.asIntN(64, (BigInt(below(2 ** 32)) << 32n) | BigInt(below(2 ** 32)))}`;
      case 'DINT':
        return `DINT#${below(2 ** 32) - 2 ** 31}`;
      case 'USINT':
        return `USINT#${below(256)}`;
      case 'WORD':
        return `WORD#16#${below(65536).toString(16)}`;
      case 'TIME':
        return `T#${small * below(1000)}ms`;
      case 'STRING':
        return pick(["''", "'abc'", "'$'$$ $L'", "'0123456789012345678901234567890'"]);
      case 'INT':
        return `INT#${small}`;
      default:
        return `${type}#${(random() * 10 ** below(6)).toFixed(3)}`;
    }
  };
  const expression = (type: string, depth: number): string => {
    const choice = random();
    if (depth <= 0 || choice < 0.3) return choice < 0.1 ? literal(type) : pick(VARIABLES[type]!);
    return filled(pick(FORMS[type]!), depth - 1);
  };
  const filled = (form: string, depth: number): string =>
    form.replace(/\$([A-Z]+)/g, (_, type: string) => expression(type, depth));
  const assignment = (): string => {
    const type = pick(TYPES);
    const target = pick(VARIABLES[type]!);
    return READ_ONLY.has(target) ? 'u0 := u0 + 1;' : `${target} := ${expression(type, 3)};`;
  };
  const list = (depth: number): string =>
    Array.from({ length: 1 + below(4) }, () => {
      if (depth <= 0 || random() < 0.6) return assignment();
      return pick(STATEMENTS)
        .split('$$')
        .map((part) => filled(part, 2))
        .reduce((text, part) => `${text}\n${list(depth - 1)}\n${part}`);
    }).join('\n');
  return `${HEAD}${list(3)}\n${list(2)}\nEND_PROGRAM\n${TAIL}`;
}
