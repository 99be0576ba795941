/** What `proctor list` lists. */
export const LISTS = [
  'cases',
  'requirements',
  'behaviors',
  'fragments',
  'mutants',
  'roles',
  'methods',
  'schemas',
] as const;
