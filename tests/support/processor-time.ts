/**
 * The milliseconds of a processor that the process takes for some work, however long it had to wait
 * for one: what shows work without bound on a machine with other work, too.
 */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
