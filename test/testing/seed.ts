/** The seed of all properties of a test run: given by PROCTOR_SEED, or a new one, which is printed. */
export default function chooseSeed(): void {
  process.env.PROCTOR_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`properties: PROCTOR_SEED=${process.env.PROCTOR_SEED}\n`);
}
