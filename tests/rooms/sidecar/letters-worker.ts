import { serveTasks } from '../../../sidecar/task-worker.ts';

/** Writes words in capitals; of some it dies or hangs. */
serveTasks<string, string>(
  (word) => {
    if (word === 'die') setImmediate(() => process.exit(1));
    while (word === 'hang');
    return { result: word.toUpperCase(), moved: [] };
  },
  { tasksBetween: 2 },
);
