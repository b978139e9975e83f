import { workerData } from 'node:worker_threads';
import { runRebuilding } from '../../sidecar/publish/run-rebuilding.ts';
import { dieWhenTold } from './die-when-told.ts';

/** The rebuild thread of a process that can be told to die. */
await runRebuilding(workerData, dieWhenTold);
