// The thread of the load generator: sends requests for some seconds and posts a summary. Plain
// JavaScript, as autocannon is installed only where a bench runs, and has no types.
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';

const { origin, requests, connections, seconds } = workerData;
const statuses = {};
const milliseconds = [];
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
instance.on('response', (_client, status, _bytes, duration) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
  milliseconds.push(duration);
});
const { duration, errors } = await instance;
milliseconds.sort((a, b) => a - b);
const quantile = (share) => milliseconds[Math.floor(share * (milliseconds.length - 1))] ?? 0;
parentPort.postMessage({
  seconds: duration,
  errors,
  statuses,
  p50: quantile(0.5),
  p99: quantile(0.99),
});
