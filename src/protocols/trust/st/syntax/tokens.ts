/** What the lexer makes of a source. */
import type { Span } from './diagnostics.js';

export type TokenKind =
  | 'name'
  | 'keyword'
  | 'operator'
  | 'integer'
  | 'real'
  | 'string'
  | 'time'
  /** The `INT#` of `INT#5`, or the `Color#` of `Color#Red`. */
  | 'prefix'
  | 'address'
  | 'end';

export interface Token extends Span {
  kind: TokenKind;
  /** As written; of a prefix without `#`; of a string what it stands for. */
  text: string;
  /** In capitals: keywords and names are the same in any case. */
  upper: string;
  /** Of literals. */
  value?: bigint | number;
  /** Of `time`: the type of the literal, such as TIME or LDT; of strings STRING or WSTRING. */
  type?: string;
}

/** Words that name nothing else. */
export const KEYWORDS = new Set(
  `PROGRAM END_PROGRAM FUNCTION END_FUNCTION FUNCTION_BLOCK END_FUNCTION_BLOCK TEST_PROGRAM END_TEST_PROGRAM
  TEST_FUNCTION_BLOCK END_TEST_FUNCTION_BLOCK TYPE END_TYPE STRUCT END_STRUCT CONFIGURATION END_CONFIGURATION RESOURCE
  END_RESOURCE TASK WITH VAR VAR_INPUT VAR_OUTPUT VAR_IN_OUT VAR_TEMP VAR_GLOBAL VAR_EXTERNAL VAR_CONFIG END_VAR CONSTANT
  RETAIN NON_RETAIN PERSISTENT AT ARRAY OF STRING WSTRING IF THEN ELSIF ELSE END_IF CASE END_CASE FOR TO BY DO END_FOR WHILE
  END_WHILE REPEAT UNTIL END_REPEAT EXIT CONTINUE RETURN AND OR XOR NOT MOD AND_THEN OR_ELSE TRUE FALSE`.split(/\s+/),
);

export const OPERATORS = new Set(':= => <= >= <> ** .. + - * / = < > & ( ) [ ] , ; : .'.split(' '));
