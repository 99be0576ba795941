/** Defects of the reference that no message shows. */
export const DEFECTS = [
  'rollback-leaves-files',
  'redo-leaves-files',
  'workflows-anywhere',
  'mode-lets-all',
  'mode-sticks',
] as const;

export type Defect = (typeof DEFECTS)[number];
