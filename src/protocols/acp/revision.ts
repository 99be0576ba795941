import type { JsonObject } from '../../json/json.js';
import { paramsChecker } from '../../schemas/index.js';
import { LATER, VERSION } from './version.js';

/** One version of ACP as the references speak it. */
export interface Revision {
  /** Its name, as the schemas have it. */
  name: string;
  /** Checks params by its schemas. */
  checkedParams: ReturnType<typeof paramsChecker>;
  /** Whether it has what stable ACP v1 got after 0.12.2: elicitation, `session/delete`, `logout`, `$/cancel_request` and more. */
  isLater: boolean;
}

const revision = (name: string, isLater: boolean): Revision => ({
  name,
  checkedParams: paramsChecker('acp', name),
  isLater,
});

const KNOWN: readonly Revision[] = [revision(VERSION, false), revision(LATER, true)];

/** Names of the versions that the references speak, oldest first. */
export const VERSIONS: readonly string[] = KNOWN.map(({ name }) => name);

/** The version that the references speak unless another one is named. */
export const FIRST: Revision = KNOWN[0]!;

/** The revision of this name. Throws RangeError for one that the references do not speak. */
export function revisionOf(name: string = VERSION): Revision {
  const found = KNOWN.find((one) => one.name === name);
  if (!found) throw new RangeError(`the references of ACP do not speak ${name}`);
  return found;
}

/** That of what cases read as `${version.x}`; in a protocol that extends ACP it is 0.12.2. */
export const revisionIn = ({ name }: JsonObject): Revision => KNOWN.find((one) => one.name === name) ?? FIRST;
