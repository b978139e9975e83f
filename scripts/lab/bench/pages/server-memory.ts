import { readTreeMegabytes } from '../process/process-tree.ts';
import { readPeakBytes } from '../process/process-usage.ts';

/** What a server held when something had been asked of it. */
export type ServerMemory = {
  readonly after: string;
  /** All its processes together, each page of memory counted once (PSS). */
  readonly megabytes: number | null;
  /** The most that the process ever held (VmHWM). */
  readonly peakMegabytes: number | null;
};

export function readServerMemory(after: string, pid: number): ServerMemory {
  const peak = readPeakBytes(pid);
  return {
    after,
    megabytes: readTreeMegabytes(pid),
    peakMegabytes: peak === null ? null : peak / 2 ** 20,
  };
}
