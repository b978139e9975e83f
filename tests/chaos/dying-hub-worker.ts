import { workerData } from 'node:worker_threads';
import { runHub } from '../../sidecar/hub/run-hub.ts';
import { dieWhenTold } from './die-when-told.ts';

/** The hub's thread of a process that can be told to die. */
await runHub(workerData, (stage) => dieWhenTold(`hub-${stage}`));
