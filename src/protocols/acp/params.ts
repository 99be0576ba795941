import { FIRST } from './revision.js';

/** Checks params of 0.12.2, which protocols that extend ACP build on. */
export const { checkedParams } = FIRST;
