import { ExplorationError } from '../../src/conversation/explorer.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Offers, Survey } from '../../src/conversation/surveyor.js';
import type { Json } from '../../src/json/json.js';
import type { Target } from '../../src/language/target.js';
import { secrets } from '../../src/wire/output.js';
import { converse } from '../run/conversation.js';
import type { RunContext } from '../run/run-context.js';
import { prepareTargetRun } from '../run/target-run.js';
import { probeTrusting } from '../run/tokens/protected-target.js';
import { ordered, type Surface } from './surface.js';

/** A target that could not be asked. */
export class SurfaceError extends Error {
  constructor(
    message: string,
    readonly detail?: string,
  ) {
    super(message);
  }
}

/** Starts or reaches a target and asks it what it offers; nothing that it offers is used. Rejects with SurfaceError. */
export async function askSurface(
  target: Target,
  entry: RoleEntry,
  context: RunContext,
  survey: Survey,
): Promise<Surface> {
  const run = await prepareTargetRun(target, entry, context);
  try {
    const { cause, probe } = await probeTrusting(run, context);
    if (cause) throw new SurfaceError(cause.message, cause.detail);
    const { version } = run.facts;
    const offers = await survey({
      transport: target.transport,
      version,
      advertised: probe?.advertised ?? {},
      converse: (steps, peer = {}) => converse(run, steps, peer),
    });
    // What was given to the target may come back in what it says.
    return ordered({
      role: target.role,
      version,
      offers: secrets.value(offers as unknown as Json) as unknown as Offers,
    });
  } catch (error) {
    if (error instanceof ExplorationError) throw new SurfaceError(`the target answers, but ${error.message}`);
    throw error;
  } finally {
    await run.cases.close();
  }
}
