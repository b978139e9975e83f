import { setTimeout } from 'node:timers/promises';
import { readPeakBytes, readProcessTree } from './process-usage.ts';

/** The most memory that processes held; null where the system does not tell, or there were none. */
export type PeakMemory = {
  readonly ownMegabytes: number | null;
  /** Of the child that held most, or of its children. */
  readonly childMegabytes: number | null;
};

const SAMPLE_MILLISECONDS = 100;
const QUIET_MILLISECONDS = 200;
/** The system counts processor time in such steps. */
const QUIET_CPU_SECONDS = 0.01;
/** On a busy machine a process may seem quiet because it does not get a processor. */
const QUIET_TIMES = 2;

/** A process with all that it starts, watched for memory and processor time. */
export class ProcessTree implements Disposable {
  readonly #root: number;
  readonly #peaks = new Map<number, number>();
  readonly #sampling: NodeJS.Timeout;

  constructor(root: number) {
    this.#root = root;
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MILLISECONDS);
  }

  peak(): PeakMemory {
    this.#sample();
    const children = [...this.#peaks].filter(([pid]) => pid !== this.#root);
    const most = Math.max(...children.map(([, bytes]) => bytes));
    const own = this.#peaks.get(this.#root);
    return {
      ownMegabytes: own === undefined ? null : own / 2 ** 20,
      childMegabytes: children.length === 0 ? null : most / 2 ** 20,
    };
  }

  /** Waits until none of the processes works. False where that did not come in time. */
  async waitForQuiet(longestMilliseconds: number): Promise<boolean> {
    const end = performance.now() + longestMilliseconds;
    let before = this.#cpuSeconds();
    let quietTimes = 0;
    while (performance.now() < end) {
      await setTimeout(QUIET_MILLISECONDS);
      const after = this.#cpuSeconds();
      quietTimes = Math.abs(after - before) <= QUIET_CPU_SECONDS ? quietTimes + 1 : 0;
      if (quietTimes === QUIET_TIMES) return true;
      before = after;
    }
    return false;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sampling);
  }

  #cpuSeconds(): number {
    return readProcessTree(this.#root).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  }

  #sample(): void {
    for (const { pid } of readProcessTree(this.#root)) {
      // The system keeps the highest value, so only growth just before an end is missed.
      const bytes = readPeakBytes(pid);
      if (bytes !== null) this.#peaks.set(pid, bytes);
    }
  }
}
