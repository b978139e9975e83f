import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What a line of /proc/PID/stat says, in clock ticks (proc_pid_stat(5)). */
export type ProcessStat = {
  readonly parent: number;
  /** User and system time of the process, all its threads together. */
  readonly ownTicks: number;
  /** The same of its children that have ended, and of theirs. */
  readonly endedChildrenTicks: number;
};

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

/** The most memory a process ever held, in bytes, from /proc/PID/status; null once it has ended. */
export function parsePeakBytes(text: string): number | null {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(text) ?? [];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}

/** What a process holds, with all shared pages (Rss) or its share in them (Pss), from /proc/PID/smaps_rollup; in bytes. */
export function parseMemoryBytes(text: string, kind: 'Pss' | 'Rss'): number | null {
  const [, kibibytes] = new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(text) ?? [];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}

/** Processor time that a process has taken, in seconds; null where it cannot be read. */
export function readCpuSeconds(pid: number): number | null {
  const stat = readStat(`${pid}`);
  return stat && stat.ownTicks / ticksPerSecond();
}

/** Processor time of the first thread of a process, which is where node runs its event loop. */
export function readLoopSeconds(pid: number): number | null {
  const stat = readStat(`${pid}/task/${pid}`);
  return stat && stat.ownTicks / ticksPerSecond();
}

/** Processor time of all processes that this one started and that have ended, theirs included. */
export function readEndedChildrenSeconds(): number | null {
  const stat = readStat(`${process.pid}`);
  return stat && stat.endedChildrenTicks / ticksPerSecond();
}

export function readPeakBytes(pid: number): number | null {
  const text = readProc(`${pid}/status`);
  return text === null ? null : parsePeakBytes(text);
}

export function readMemoryBytes(pid: number, kind: 'Pss' | 'Rss'): number | null {
  const text = readProc(`${pid}/smaps_rollup`);
  return text === null ? null : parseMemoryBytes(text, kind);
}

/** The children of a process; empty where that cannot be known. */
export function childrenOf(parent: number): number[] {
  return listStats().flatMap(([pid, stat]) => (stat.parent === parent ? [pid] : []));
}

/** A process that lives, with what it and its ended children have taken. */
export type LivingProcess = { readonly pid: number; readonly cpuSeconds: number };

/** A process and all below it that live, itself first; empty where that cannot be known. */
export function readProcessTree(root: number): LivingProcess[] {
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
