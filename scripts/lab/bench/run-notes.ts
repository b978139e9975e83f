import { availableParallelism, loadavg, platform } from 'node:os';
import { NO_USAGE_NOTE } from './process/process-usage.ts';

/** What a reader should know about a machine before believing its figures. */
export function describeRun(): string[] {
  const [lastMinute = 0] = loadavg();
  const notes = [
    `The machine has ${availableParallelism()} processors; before the run, ${lastMinute.toFixed(1)} processes of others wanted one (mean of a minute). The closer to 0, the better the figures.`,
  ];
  if (platform() !== 'linux') notes.push(NO_USAGE_NOTE);
  return notes;
}
