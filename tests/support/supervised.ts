import { Supervisor } from '../../sidecar/supervisor.ts';
import { ManualClock } from './manual-clock.ts';

/** A supervisor that waits until a test moves its clock, and what it has said. */
export function createSupervised(clock = new ManualClock()) {
  const lines: { readonly line: string; readonly cause: unknown }[] = [];
  const log = ({ cause }: Readonly<Record<string, unknown>>, line: string) => {
    lines.push({ line, cause });
  };
  const supervisor = new Supervisor({
    log: { error: log, info: log },
    now: clock.now,
    after: clock.after,
  });
  return { supervisor, clock, lines };
}
