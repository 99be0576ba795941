/** How many of the musts that concern a target were looked at. */
interface Counted {
  tested: number;
  of: number;
}

/** Whether so few musts were looked at that a count of what passed says little. */
export const saysLittle = ({ tested, of }: Counted): boolean => 2 * tested < of;
