// What is wrong with the schemas, as a script says it.

/** Runs a part of a script; what is wrong with the schemas is printed without a stack, and the exit code is 1. */
export async function printingProblems(part) {
  try {
    return await part();
  } catch (error) {
    if (error?.name !== 'SchemaProblems') throw error;
    const files = new Set(error.problems.map(({ file }) => file)).size;
    const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
    console.error(`${error.message}\n${counted(error.problems.length, 'problem')} in ${counted(files, 'file')}`);
    process.exit(1);
  }
}
