/** Brackets beside each other; further requests that are open at once have none. */
const LANES = 3;

/**
 * The brackets from requests to their answers. All that a row shows of them is known when it arrives: what is open then goes on, and a later
 * row changes nothing of it. So a list of rows needs no measuring and never redraws what is above.
 */
export class Brackets {
  private readonly lanes: (number | undefined)[] = new Array(LANES).fill(undefined);

  /** The brackets of the next row: `index` opens one if `opens`, and closes that of `request`. */
  next(index: number, opens: boolean, request: number | undefined): string {
    const marks: string[] = this.lanes.map((owner) => (owner === undefined ? '-' : 'm'));
    if (request !== undefined) {
      const lane = this.lanes.indexOf(request);
      if (lane >= 0) {
        this.lanes[lane] = undefined;
        marks[lane] = 'e';
      }
    }
    if (opens) {
      // Not one that ends on this row: it would look as if it went on.
      const lane = this.lanes.findIndex((owner, at) => owner === undefined && marks[at] === '-');
      if (lane >= 0) {
        this.lanes[lane] = index;
        marks[lane] = 's';
      }
    }
    return marks.join('');
  }

  /** Of requests before `index`, which are forgotten, nothing is awaited. */
  forget(index: number): void {
    for (const [lane, owner] of this.lanes.entries())
      if (owner !== undefined && owner < index) this.lanes[lane] = undefined;
  }
}
