import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { DelayReport } from './delay-report.ts';

const LONGEST_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 5;

/** Asks a process that has loaded report-delay.ts for what it has measured since the last time. */
export class DelayProbe {
  readonly #file: string;
  #number = 0;

  constructor(folder: string) {
    this.#file = join(folder, 'delay.json');
  }

  /** What the process is started with. */
  get environment(): Readonly<Record<string, string>> {
    return { BENCH_DELAY_FILE: this.#file };
  }

  get nodeArguments(): readonly string[] {
    return ['--import', pathToFileURL(join(import.meta.dirname, 'report-delay.ts')).href];
  }

  /**
   * The delays since the last call. What blocks the loop within some milliseconds after this call
   * is not measured: the next interval begins with the next turn of the loop.
   */
  async take(pid: number): Promise<DelayReport> {
    this.#number++;
    process.kill(pid, 'SIGUSR2');
    const end = performance.now() + LONGEST_MILLISECONDS;
    while (performance.now() < end) {
      await setTimeout(PAUSE_MILLISECONDS);
      const report = this.#read();
      if (report?.number === this.#number) return report;
    }
    throw new Error('the sidecar does not report the delay of its event loop');
  }

  #read(): DelayReport | undefined {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      // There is none before the first report.
      return undefined;
    }
    return DelayReport.parse(JSON.parse(text));
  }
}
