import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { createImport } from './import.ts';

const command = createImport(() => randomBytes(32).toString('base64url'));

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
