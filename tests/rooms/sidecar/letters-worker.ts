import { serveTasks } from '../../../sidecar/task-worker.ts';

/** Writes words in capitals; of some it dies, hangs, or says that they cannot be written. */
serveTasks<string, string>(
  (word) => {
    if (word === 'die') setImmediate(() => process.exit(1));
    while (word === 'hang');
    if (word === 'refuse') throw new Error('It cannot be written.');
    return { result: word.toUpperCase(), moved: [] };
  },
  { tasksBetween: 2 },
);
