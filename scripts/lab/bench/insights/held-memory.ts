/** What is in use after a collection, in megabytes. Node has to run with `--expose-gc`. */
export function heldMegabytes(): number {
  // What only a closure or a weak reference held is free after the second one.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** The most that this process ever had of the machine's memory, in megabytes. */
export function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}
