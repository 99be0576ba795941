import { childrenOf, type Root, signalTo, startOf, treeOf } from './tree.js';

/** How often what is killed is looked for once more: while it dies it may start others. */
const ROUNDS = 5;

/**
 * All that a process has started, remembered while it grows: what has changed its group, cleared its environment and lost its
 * parent is known by its number and its start, which no later process of that number has.
 */
export class ProcessTree {
  readonly #root: Root;
  readonly #known = new Map<number, number>();

  constructor(root: Root) {
    this.#root = root;
  }

  /** Takes note of children, and children of children, that are new. Returns whether there are any. Costs little. */
  look(): boolean {
    const before = this.#known.size;
    const open = [this.#root.pid, ...this.#alive()];
    for (let pid = open.pop(); pid !== undefined; pid = open.pop())
      for (const child of childrenOf(pid)) {
        if (this.#known.has(child)) continue;
        this.#known.set(child, startOf(child));
        open.push(child);
      }
    return this.#known.size > before;
  }

  /** Looks at every process of the machine. Returns those that belong to it and still are. */
  all(): number[] {
    this.look();
    const found = treeOf(this.#root, this.#alive());
    for (const pid of found) if (!this.#known.has(pid)) this.#known.set(pid, startOf(pid));
    return found;
  }

  /** Kills all of them at once, until no new ones are found. Returns which they were. */
  kill(): number[] {
    const killed = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      // What is stopped starts nothing while the others are found.
      const fresh = this.all().filter((pid) => !killed.has(pid));
      if (fresh.length === 0) break;
      for (const pid of fresh) signalTo(pid, 'SIGSTOP');
      for (const pid of fresh) killed.add(pid);
    }
    for (const pid of killed) signalTo(pid, 'SIGKILL');
    return [...killed];
  }

  /** Those of which is sure that they are no later process with the same number. */
  #alive(): number[] {
    const alive: number[] = [];
    for (const [pid, since] of this.#known) {
      if (since > 0 && startOf(pid) === since) alive.push(pid);
      else this.#known.delete(pid);
    }
    return alive;
  }
}

/** ms between two looks: short while something grows, as a daemon leaves its parent within some ms, and longer the longer nothing does. */
const SHORTEST = 4;
const LONGEST = 60;

/**
 * Looks at what processes start, again and again, for as long as there are any. What leaves its parent between two looks, and its
 * environment and streams with it, is not seen.
 */
export class ProcessTreeWatch {
  readonly #trees = new Set<ProcessTree>();
  #timer: NodeJS.Timeout | undefined;
  #pause = SHORTEST;

  add(tree: ProcessTree): void {
    this.#trees.add(tree);
    this.#pause = SHORTEST;
    this.#wait();
  }

  remove(tree: ProcessTree): void {
    this.#trees.delete(tree);
    if (this.#trees.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), this.#pause).unref();
  }

  #look(): void {
    const news = [...this.#trees].filter((tree) => tree.look());
    this.#pause = news.length > 0 ? SHORTEST : Math.min(LONGEST, this.#pause * 1.3);
    this.#wait();
  }
}
