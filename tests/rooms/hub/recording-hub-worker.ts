import { parentPort } from 'node:worker_threads';
import { lengthOf } from '#search/corpus/pieces.ts';
import type { HubMessage, HubRequest } from '../../../sidecar/hub/messages.ts';

/** A hub's thread that stores nothing: it logs what it is sent, and fails or dies when asked to. */
const post = (message: HubMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (request: HubRequest) => {
  if (request.type === 'stop') parentPort?.close();
  if (request.type === 'retry') post({ type: 'recovered' });
  if (request.type === 'release') {
    const { ordinal, isTakedown } = request;
    const topics = request.topics.map(({ topic, mediaType, body }) => {
      return [topic, mediaType, lengthOf(body)];
    });
    const fields = { release: { ordinal, topics, isTakedown } };
    post({ type: 'log', line: ['info', 'a release was sent', fields] });
  }
  if (request.type !== 'call') return;
  if (request.method !== 'accept') {
    request.port.postMessage({ message: 'No store.' });
    return;
  }
  const [{ callback }] = request.args;
  if (callback.includes('die')) throw new Error('It dies.');
  if (callback.includes('full')) {
    post({ type: 'fault', code: 'ENOSPC', reason: 'no space left', cause: 'Its disk.' });
  }
  if (!callback.includes('never')) request.port.postMessage({ value: 'accepted' });
});
post({ type: 'ready' });
