import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.url;
const up = here.includes('/dist/bin/chunks/') ? '../../../' : here.includes('/dist/bin/') ? '../../' : '../../';

/** The folder of the package: where cases/, schemas/, targets/ and dist/ are. */
export const packageRoot = fileURLToPath(new URL(up, here));

/** The program itself, for targets that start it (`${proctor}`). */
export const proctorFile = fileURLToPath(new URL(`${up}dist/bin/proctor.mjs`, here));

/** The folder of the cases, with their fixtures (`${fixtures}`). */
export const casesFolder = join(packageRoot, 'cases');
