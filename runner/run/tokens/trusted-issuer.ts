import { addressesOf } from '../../../src/conversation/case/authorization.js';
import { withMore } from '../../../src/conversation/case/expand.js';
import type { TargetMaker } from '../../../src/conversation/target.js';
import { type AuthorizationServer, startAuthorizationServer } from '../../../src/oauth/authorization-server/server.js';
import { openBorder } from '../../../src/wire/carried.js';
import { secrets } from '../../../src/wire/output.js';
import type { TrustedIssuerSpec } from '../../load/target/auth.js';
import type { LaunchSpec } from '../../targets/spec.js';
import type { RunContext } from '../run-context.js';

/** Seconds that a token is good for: processes that cases share may live as long as the run. */
const LIFETIME = 24 * 60 * 60;

/** An authorization server of the run that the target trusts. It makes the tokens for all cases that are not about tokens. */
export class TrustedIssuer {
  private constructor(
    private readonly spec: TrustedIssuerSpec,
    private readonly server: AuthorizationServer,
  ) {}

  static async start(spec: TrustedIssuerSpec, { clock, limits }: RunContext): Promise<TrustedIssuer> {
    const script = { tokens: spec.tokens, lifetime: LIFETIME };
    return new TrustedIssuer(
      spec,
      await startAuthorizationServer({ script, border: openBorder, clock, limits, secrets }),
    );
  }

  /** What texts of the target file call it. */
  get values(): { [name: string]: string } {
    return Object.fromEntries(Object.entries(addressesOf(this.server)).map(([name, value]) => [`auth.${name}`, value]));
  }

  /** How the target is started so that it trusts the issuer. */
  trusting(spec: LaunchSpec): LaunchSpec {
    const { args, env } = this.spec;
    return { ...spec, command: withMore(spec.command ?? [], args), env: { ...spec.env, ...env } };
  }

  /** The same targets, to which every request has a good token unless the target file has another. */
  withTokens(targets: TargetMaker): TargetMaker {
    const { resource, scopes } = this.spec;
    const headersFor = (url: string) => ({
      authorization: `Bearer ${this.server.make({ aud: resource === '' ? url : resource, scope: scopes })}`,
    });
    return {
      transport: targets.transport,
      ...(targets.admission && { admission: targets.admission }),
      acquire: async (options) => {
        const files: typeof options.files = async (values) => options.files?.(values, [this.spec]);
        const handle = await targets.acquire({ ...options, files });
        return handle.url === undefined
          ? handle
          : { ...handle, headers: { ...headersFor(handle.url), ...handle.headers } };
      },
      expect: (group, count) => targets.expect(group, count),
      over: (group) => targets.over(group),
      command: () => targets.command(),
      close: () => targets.close(),
    };
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
