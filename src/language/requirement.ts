import type { Requirement as Written } from '../generated/types/requirements-v1.js';

/** What a case is told of a requirement; the registry knows more. */
export type Requirement = Omit<Written, 'since' | 'note'>;
export type Level = Requirement['level'];
