import type { Explore, OwnPrompt, Risk } from '../../src/conversation/explorer.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Target, TransportName } from '../../src/language/target.js';
import type { Environment } from '../load/target/environment-values.js';
import type { RunContext } from '../run/run-context.js';
import type { WrittenTarget } from './target-document.js';
import type { WrittenTransport } from './written.js';

/** What a target is explored with. */
export interface ExploringOptions extends InitOptions {
  /** Prompts of the owner for behaviors that are not mapped yet. */
  own: readonly OwnPrompt[];
}

/** What `proctor init` is asked for. */
export interface InitOptions extends RunContext {
  /** The target file, relative to `folder`: one that is there is added to. */
  file: string;
  /** Where the project is. */
  folder: string;
  /** What the target is said to play. */
  role?: string;
  /** The version of the protocol that it is said to speak. */
  version?: string;
  /** Where the variables of the target file are looked up. */
  environment: Environment;
  /** Of a target that has no file yet. */
  target?: WrittenTarget;
  /** Of one that has: further transports. */
  transports?: readonly WrittenTransport[];
  /** Over which transport it is explored, or over each; by default over the first of the file. */
  transport?: TransportName | 'all';
  /** Prompts of the owner, each as `NAME=text`. */
  prompts?: readonly string[];
  /** What is different for this exploration alone. */
  adjust(target: Target): Target;
  entry(role: string): Promise<RoleEntry | undefined>;
  explorer(role: string): Promise<Explore | undefined>;
  permits(risk: Risk, names: readonly string[], harmless?: readonly string[]): Promise<ReadonlySet<string>>;
  /** Told what goes on, a line each. */
  say(line: string): void;
}
