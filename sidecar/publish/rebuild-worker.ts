import { workerData } from 'node:worker_threads';
import { runRebuilding } from './run-rebuilding.ts';

/** The rebuild thread: everything between an edit and what readers get, off their event loop. */
await runRebuilding(workerData);
