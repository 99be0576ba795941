import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From the sources as from dist/bin. */
const up = (path = '') => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The folder of the package: where cases/, schemas/, targets/ and dist/ are. */
export const packageRoot = up();

/** The program itself, for targets that start it (`${proctor}`). */
export const proctorFile = up('dist/bin/proctor.mjs');

/** The folder of the cases, with their fixtures (`${fixtures}`). */
export const casesFolder = join(packageRoot, 'cases');
