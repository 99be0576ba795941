import type { Rule } from '../generated/types/wire-v1.js';
import type { Json, JsonObject } from '../json/json.js';
import type { WireRecord } from '../wire/record.js';

/** The side that sent a message, and whose fault it is where the message is broken. */
export type Side = 'kit' | 'target';

export type RuleName = Rule['rule'];

/** One entry of a protocol's wire.yaml: a rule of the watch, and the requirement that it proves. */
export interface WatchRule {
  id: string;
  rule: RuleName;
  /** One sentence that says what holds. */
  title: string;
  requirement: string;
  /** Roles that it watches; unset for all of the protocol. */
  roles?: string[];
  /** The versions for which it holds; unset for all. */
  versions?: string[];
  /** Transports on which it holds; unset for all. */
  transports?: Extract<Rule['transports'], readonly unknown[]>;
  /** Settings of the rule. */
  with?: JsonObject;
  /** The protocol whose rule it is, where several hold on one lane. */
  profile?: string;
}

/** One message of the run that broke a wire rule. */
export interface Finding {
  /** The `id` of the rule's entry in wire.yaml. */
  rule: string;
  requirement: string;
  /** The protocol whose rule it is, where several hold on one lane. */
  profile?: string;
  blame: Side;
  /** `undeclared extension`: a variant that the profile does not know; everything else is `invalid`. */
  label: 'invalid' | 'undeclared extension';
  /** What is wrong, in plain words, one line. */
  message: string;
  /** The session in which it happened, as given to `observe`. */
  session: string;
  /** The offending record; a long message is cut (see `cutRecord`). */
  record: WireRecord;
  /** JSON Pointer from the root of the message. */
  path?: string;
  expected?: Json;
  actual?: Json;
}

/** What a rule says about one record. */
export interface Outcome {
  /** Whose conduct was judged. */
  subject: Side;
  /** What is wrong; empty where all is in order. */
  issues: Issue[];
  /** Names of extensions that another version of the protocol defines, which no rule judges. */
  unjudged?: readonly string[];
}

/** A finding before the watch adds rule, requirement, session and record. */
export interface Issue {
  message: string;
  /** Issues with the same key are the same mistake again: only the first is kept, all are counted. */
  key: string;
  label?: Finding['label'];
  path?: string;
  expected?: Json;
  actual?: Json;
}

/** What is left when a session ends: an issue, whose fault it is, and the record that it is about. */
export interface Leftover extends Issue {
  subject: Side;
  record: WireRecord;
}
