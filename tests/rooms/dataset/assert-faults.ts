import assert from 'node:assert/strict';

type Problem = { readonly line: number; readonly column: number; readonly message: string };

/** Asserts that there are these faults and no others; of each its beginning may be given. */
export function assertFaults(faults: readonly string[], expected: readonly string[]): void {
  const beginnings = faults.map((fault, index) => fault.slice(0, expected[index]?.length));
  assert.deepEqual(beginnings, expected);
}

/** Problems of one file, as `line:column message`. */
export function faultsIn({ problems = [] }: { problems?: readonly Problem[] | undefined }) {
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}
