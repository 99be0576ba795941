import { paramsChecker } from '../schemas.js';
import { VERSION } from './version.js';

export const checkedParams = paramsChecker('bridge', VERSION);
