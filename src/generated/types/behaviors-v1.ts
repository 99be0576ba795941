// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** What a target of a protocol must be able to show on demand. */
export type BehaviorsFile = {
  /** Behaviors by name. */
  behaviors: {
    [k: string]: Behavior;
  };
};
/** One behavior: what is shown, what it takes and what it gives. */
export type Behavior = {
  /** Role that may be asked for it, or a list of roles. */
  roles: string | string[];
  /** What the target shows, in words that its implementer can follow. */
  text: string;
  /**
   * Capabilities that it belongs to, as JSON Pointers: a target that advertises none of them is not asked for it.
   *
   * @minItems 1
   */
  capability?: string[];
  /** Why a target need not be able to show it, as a sentence without a stop: what it does not map is skipped then, not asked for. */
  optional?: string;
  /** The part of a target file that maps it in place of `behaviors`, such as auth.issuer. */
  part?: string;
  /**
   * Other behaviors that show this one as well, in the order in which they are taken: a target that maps one of them need not map this one.
   *
   * @minItems 1
   */
  shownBy?: string[];
  /** A pattern for a record of the probe that shows the behavior: if the target sends one, its file need not map it. Only for a behavior that gives nothing. */
  seen?: JsonObject;
  /** What it gives if the target file does not say otherwise. A behavior with a default need not be mapped. */
  default?: JsonObject;
  /** Set where a target takes its time for it, by what it is: cases that need it begin early in a run. */
  lasts?: true;
  ask?: Ask;
  /** What a case passes to it: name to JSON Schema. */
  with?: {
    /** JSON Schema of the value. */
    [k: string]: JsonObject | boolean;
  };
  /** What the target file must supply: name to JSON Schema. */
  gives?: {
    /** JSON Schema of the value. */
    [k: string]: JsonObject | boolean;
  };
};
/** How a person is asked for it in a hosted run. Texts may name `${servers}` and what a case passes, such as `${with.tool}`. */
export type Ask = {
  /** It in a few words. */
  title: string;
  /** What the person does first. Default: what the base of the role says. */
  do?: string;
  /** A text to give to the client. */
  say?: string;
  /** What the person does after that. */
  after?: string;
};
