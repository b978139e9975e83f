import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { combine } from '../statistics.ts';

/** What a line of /proc/PID/stat says, in clock ticks (proc_pid_stat(5)). */
type ProcessStat = {
  readonly parent: number;
  /** User and system time of the process, all its threads together. */
  readonly ownTicks: number;
  /** The same of its children that have ended, and of theirs. */
  readonly endedChildrenTicks: number;
};

type MemoryKind = 'Pss' | 'Rss';

export const NO_USAGE_NOTE =
  'Processor time and memory of processes are read from /proc, which this system does not have.';

/** Reads /proc/PID/stat. The second field is a name, which may hold blanks and parentheses. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const stat = {
    parent: field(4),
    ownTicks: field(14) + field(15),
    endedChildrenTicks: field(16) + field(17),
  };
  if (Object.values(stat).some(Number.isNaN)) {
    throw new Error(`This is no line of /proc/PID/stat: ${JSON.stringify(text.slice(0, 100))}.`);
  }
  return stat;
}

/** A field in megabytes of /proc/PID/status or smaps_rollup; null where it is missing. */
export function parseMegabytes(text: string, field: 'VmHWM' | MemoryKind): number | null {
  const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text) ?? [];
  return kibibytes === undefined ? null : Number(kibibytes) / 1024;
}

export function readCpuSeconds(pid: number): number | null {
  return secondsOf(readStat(`${pid}`)?.ownTicks);
}

/** Processor time of the first thread of a process, which is where node runs its event loop. */
export function readLoopSeconds(pid: number): number | null {
  return secondsOf(readStat(`${pid}/task/${pid}`)?.ownTicks);
}

/** Processor time of all processes that this one started and that have ended, theirs included. */
export function readEndedChildrenSeconds(): number | null {
  return secondsOf(readStat(`${process.pid}`)?.endedChildrenTicks);
}

export function spent(before: number | null, after: number | null): number | null {
  return combine(before, after, (from, to) => to - from);
}

/** The most memory that a process ever held (VmHWM); null once it has ended. */
export function readPeakMegabytes(pid: number): number | null {
  const text = readProc(`${pid}/status`);
  return text === null ? null : parseMegabytes(text, 'VmHWM');
}

export function childrenOf(parent: number): number[] {
  return listStats().flatMap(([pid, stat]) => (stat.parent === parent ? [pid] : []));
}

const QUIET_MILLISECONDS = 200;
/** The system counts processor time in such steps. */
const QUIET_CPU_SECONDS = 0.01;
/** On a busy machine a process may seem quiet because it does not get a processor. */
const QUIET_TIMES = 2;

/** Waits until neither a process nor any that it started works. False where the time ran out. */
export async function waitForQuiet(root: number, longestMilliseconds: number): Promise<boolean> {
  const end = performance.now() + longestMilliseconds;
  let before = readTreeSeconds(root);
  let quietTimes = 0;
  while (performance.now() < end) {
    await setTimeout(QUIET_MILLISECONDS);
    const after = readTreeSeconds(root);
    quietTimes = Math.abs(after - before) <= QUIET_CPU_SECONDS ? quietTimes + 1 : 0;
    if (quietTimes === QUIET_TIMES) return true;
    before = after;
  }
  return false;
}

/** Memory of a process and its children: shared pages once (Pss) or for each (Rss); null if unknown. */
export function readTreeMegabytes(root: number, kind: MemoryKind = 'Pss'): number | null {
  const known = readProcessTree(root).flatMap(({ pid }) => {
    const text = readProc(`${pid}/smaps_rollup`);
    // A process that has ended meanwhile holds nothing.
    return (text === null ? null : parseMegabytes(text, kind)) ?? [];
  });
  return known.length === 0 ? null : known.reduce((sum, megabytes) => sum + megabytes, 0);
}

export type MemoryPeak = Readonly<Record<MemoryKind, number | null>>;

/** Samples a process and all that it starts. That takes milliseconds: not for what is timed. */
export class MemoryWatch implements Disposable {
  readonly #root: number;
  readonly #kinds: readonly MemoryKind[];
  readonly #sampling: NodeJS.Timeout;
  #peak: Record<MemoryKind, number | null> = { Pss: null, Rss: null };

  constructor(root: number, milliseconds: number, kinds: readonly MemoryKind[] = ['Pss']) {
    this.#root = root;
    this.#kinds = kinds;
    this.#sampling = setInterval(() => this.#sample(), milliseconds);
  }

  takePeak(): MemoryPeak {
    this.#sample();
    const peak = this.#peak;
    this.#peak = { Pss: null, Rss: null };
    return peak;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sampling);
  }

  #sample(): void {
    for (const kind of this.#kinds) {
      const now = readTreeMegabytes(this.#root, kind);
      if (now !== null) this.#peak[kind] = Math.max(this.#peak[kind] ?? 0, now);
    }
  }
}

/** A process and all below it that live, itself first; empty where that cannot be known. */
function readProcessTree(root: number): { pid: number; cpuSeconds: number }[] {
  const stats = new Map(listStats());
  const known = new Set(stats.has(root) ? [root] : []);
  for (const parent of known) {
    for (const [pid, stat] of stats) if (stat.parent === parent) known.add(pid);
  }
  return [...known].map((pid) => {
    const { ownTicks = 0, endedChildrenTicks = 0 } = stats.get(pid) ?? {};
    return { pid, cpuSeconds: (ownTicks + endedChildrenTicks) / ticksPerSecond() };
  });
}

function readTreeSeconds(root: number): number {
  return readProcessTree(root).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

function listStats(): [pid: number, stat: ProcessStat][] {
  try {
    return readdirSync('/proc').flatMap((name): [number, ProcessStat][] => {
      const stat = /^\d+$/.test(name) ? readStat(name) : null;
      return stat ? [[Number(name), stat]] : [];
    });
  } catch {
    return [];
  }
}

function readStat(task: string): ProcessStat | null {
  const text = readProc(`${task}/stat`);
  return text === null ? null : parseStat(text);
}

/** A process may end at any time, and other systems have no /proc. */
function readProc(path: string): string | null {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return null;
  }
}

let ticks: number | undefined;

function ticksPerSecond(): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticks;
}

function secondsOf(count: number | undefined): number | null {
  return count === undefined ? null : count / ticksPerSecond();
}
