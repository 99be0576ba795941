import { expect, it } from 'vitest';
import { format } from './index.js';

it('blocks indent by two spaces, and nothing else changes', () => {
  const messy = `CONFIGURATION C
TASK T(INTERVAL := T#10ms);
      PROGRAM P1 WITH T : Main;
END_CONFIGURATION
PROGRAM Main   
    VAR
x : INT;  // IF in a comment
s : STRING := 'END_VAR';
END_VAR
(* a picture:
      IF   
   stays *)
IF x = 1 THEN
x := 2; IF x = 3 THEN x := 4; END_IF;
ELSIF x.IF THEN
CASE x OF
1: x := 2;
ELSE
x   :=   3;
END_CASE
ELSE

REPEAT
x := x + 1;
UNTIL x > 5
END_REPEAT;
END_IF
END_PROGRAM`;
  expect(format(messy)).toBe(`CONFIGURATION C
  TASK T(INTERVAL := T#10ms);
  PROGRAM P1 WITH T : Main;
END_CONFIGURATION
PROGRAM Main
  VAR
    x : INT;  // IF in a comment
    s : STRING := 'END_VAR';
  END_VAR
  (* a picture:
      IF
   stays *)
  IF x = 1 THEN
    x := 2; IF x = 3 THEN x := 4; END_IF;
  ELSIF x.IF THEN
    CASE x OF
      1: x := 2;
    ELSE
      x   :=   3;
    END_CASE
  ELSE

    REPEAT
      x := x + 1;
    UNTIL x > 5
    END_REPEAT;
  END_IF
END_PROGRAM
`);
});

it.each([
  ['', ''],
  ['\n', '\n'],
  ['  ', '\n'],
  ['END_IF', 'END_IF\n'],
  ['VAR\r\nx : INT;\r\nEND_VAR\r\n', 'VAR\r\n  x : INT;\r\nEND_VAR\r\n'],
])('a text that is not a program is formatted line by line: %j', (text, expected) => {
  expect(format(text)).toBe(expected);
});
