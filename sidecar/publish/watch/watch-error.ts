import { systemCodeOf } from '#dataset/system-fault.ts';
import type { Warn } from './report-loop.ts';

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'raise fs.inotify.max_user_watches with sysctl, then start again',
  EMFILE: 'raise fs.inotify.max_user_instances or the limit of open files, then start again',
};

/** Makes what warns of errors of a watcher, once for each kind, and says what to do. */
export function warnOnce(warn: Warn): (error: unknown) => void {
  const warned = new Set<string>();
  return (error) => {
    const code = systemCodeOf(error) ?? 'UNKNOWN';
    if (warned.has(code)) return;
    warned.add(code);
    const advice = ADVICE[code] ?? 'see the cause';
    warn(
      `Not every change can be watched, so some are noticed seconds late (${code}); ${advice}.`,
      error,
    );
  };
}
