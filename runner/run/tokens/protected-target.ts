import type { Target } from '../../../src/language/target.js';
import { refusalBehaviors, trustedIssuerOf } from '../../load/target/auth.js';
import { type Probed, probe } from '../probe.js';
import type { RunContext } from '../run-context.js';
import type { TargetRun } from '../target-run.js';

/** Why the other cases of a target are skipped that answers nothing without a token, and what to do. */
const LOCKED = 'the server asks for a token, and Proctor has none';
const ADVICE =
  "only its refusals are tested. Pass --header 'authorization: Bearer ${env.TOKEN}', or write `auth` in a target file (docs/guides/authorization.md)";

/**
 * Probes a target. If it does not start or answer, and its file names an issuer that it trusts, that is started, and the target is probed once
 * more with a token.
 */
export async function probeTrusting(targetRun: TargetRun, options: RunContext): Promise<Probed> {
  const first = await probe(targetRun, options);
  const issuer = trustedIssuerOf(targetRun.facts.target);
  if (!first.cause || !issuer || options.signal.aborted) return first;
  await targetRun.cases.trust(issuer);
  return probe(targetRun, options);
}

/**
 * The same for a run. A target that answers nothing without a token, while Proctor has no credentials for it, is tested by how it refuses: all other cases
 * are skipped.
 */
export async function probeProtected(targetRun: TargetRun, options: RunContext): Promise<Probed> {
  const probed = await probeTrusting(targetRun, options);
  const { target } = targetRun.facts;
  const behaviors = probed.cause?.asksForToken && !hasHeaders(target) ? refusalBehaviors(target) : undefined;
  if (!behaviors) return probed;
  targetRun.cases.learn(behaviors);
  // To refuse is what it is asked for here, so it is no sign that it serves nobody.
  targetRun.facts.spoke = true;
  return { probe: { advertised: undefined, locked: LOCKED }, warning: `${LOCKED}: ${ADVICE}` };
}

/** Whether a header of its file or of the command line may be meant as credentials. */
const hasHeaders = ({ transports, transport }: Target) => Object.keys(transports[transport]?.headers ?? {}).length > 0;
