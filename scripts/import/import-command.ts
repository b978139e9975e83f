import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { createImport, type Progress } from './import.ts';

/**
 * Reading and writing block the process, so no timer could draw: a line is written as work is done.
 */
function createProgress(): Progress {
  const clear = () => process.stderr.write('\r\x1b[2K');
  return {
    show: (what, done, total) => {
      const step = Math.max(1, Math.floor(total / 100));
      if (done % step !== 0) return;
      clear();
      process.stderr.write(`${what} …${total > 0 ? ` ${done} of ${total}` : ''}`);
    },
    clear,
  };
}

const command = createImport({
  createSecret: () => randomBytes(32).toString('base64url'),
  progress: process.stderr.isTTY ? createProgress() : undefined,
});

/** The import with the settings of a process of its own. */
export const importExport: typeof command = {
  ...command,
  run(call, world) {
    // Nearly everything that an import of 100,000 reviews keeps is needed to its end: a heap that
    // doubles before it is collected would take half as much again.
    setFlagsFromString('--heap-growing-percent=30');
    return command.run(call, world);
  },
};
