import { workerData } from 'node:worker_threads';
import { runHub } from './run-hub.ts';

/** The hub's thread: its store, verifications and deliveries, off the server's event loop. */
await runHub(workerData);
