/** Defects of the reference that no message shows. */
export const DEFECTS = [
  'rollback-leaves-files',
  'redo-leaves-files',
  'rollback-leaves-made',
  'refused-rollback-restores',
  'cancelled-turns-undone',
  'workflows-anywhere',
  'mode-lets-all',
  'mode-sticks',
] as const;

export type Defect = (typeof DEFECTS)[number];
