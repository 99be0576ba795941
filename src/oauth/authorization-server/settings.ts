import type { JsonObject } from '../../json/json.js';
import type { SchemaError } from '../../schemas/index.js';
import type { AuthorizationScript, ScriptChanges } from './script.js';

/** Defects that no message shows: it takes any verifier, any redirect URI, a code twice, or one of another client. */
export type AuthorizationSwitch = (typeof AUTHORIZATION_SWITCHES)[number];

export const AUTHORIZATION_SWITCHES = ['any-verifier', 'any-redirect', 'codes-twice', 'any-client'] as const;

/** What is fixed once the server runs. */
const FIXED = ['path', 'clients', 'origins', 'hosts'] as const;

/** The script of an authorization server, which may change while it runs. */
export class Settings {
  #script: AuthorizationScript;

  /** Throws RangeError for a script that `judge` does not take. */
  constructor(
    script: AuthorizationScript,
    private readonly switches: ReadonlySet<AuthorizationSwitch>,
    private readonly judge: (script: JsonObject) => readonly SchemaError[],
  ) {
    this.#script = this.#judged(script);
  }

  get script(): AuthorizationScript {
    return this.#script;
  }

  has(name: AuthorizationSwitch): boolean {
    return this.switches.has(name);
  }

  /**
   * Puts these members in place of those that are there; undefined takes one away. Throws RangeError for what can't be changed, or is
   * wrong.
   */
  change(changes: ScriptChanges): void {
    const fixed = FIXED.find((name) => changes[name] !== undefined);
    if (fixed !== undefined) throw new RangeError(`\`${fixed}\` of a running authorization server can not be changed`);
    const left = Object.entries({ ...this.#script, ...changes }).filter(([, value]) => value !== undefined);
    this.#script = this.#judged(Object.fromEntries(left));
  }

  /** Which issuer an answer names; undefined for none. */
  namedIssuer(issuer: string): string | undefined {
    const { iss = true } = this.#script;
    if (typeof iss === 'string') return iss;
    return iss ? issuer : undefined;
  }

  #judged(script: AuthorizationScript): AuthorizationScript {
    const [wrong] = this.judge(script);
    if (wrong)
      throw new RangeError(`the script of the authorization server: ${`${wrong.path} ${wrong.message}`.trim()}`);
    return script;
  }
}
