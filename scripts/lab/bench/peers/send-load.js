// The thread of the load generator: sends requests for some seconds and posts a summary. Plain
// JavaScript, as autocannon is installed only for benches, and has no types.
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';

const { origin, requests, connections, seconds } = workerData;
const statuses = {};
let started = 0;

const instance = autocannon({
  url: origin,
  connections,
  duration: seconds,
  timeout: 30,
  // Each connection begins elsewhere, so that no two of them ask the same at once.
  setupClient: (client) => {
    const first = Math.floor((started++ * requests.length) / connections);
    const rotated = [...requests.slice(first), ...requests.slice(0, first)];
    client.setRequests(
      rotated.map((request) => ({ ...request, method: request.body ? 'POST' : 'GET' })),
    );
  },
});
instance.on('response', (_client, status) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
});
const { duration, errors } = await instance;
parentPort.postMessage({ seconds: duration, errors, statuses });
