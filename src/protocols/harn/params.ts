import { paramsChecker } from '../../schemas/index.js';
import { VERSION } from './version.js';

export const checkedParams = paramsChecker('harn', VERSION);
