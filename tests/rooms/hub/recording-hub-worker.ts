import { parentPort } from 'node:worker_threads';
import { lengthOf } from '#search/corpus/pieces.ts';
import type { HubCall, HubMessage } from '../../../sidecar/hub/messages.ts';

/** A hub's thread that stores nothing: it logs what it is sent, and fails or dies when asked to. */
const post = (message: HubMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (call: HubCall) => {
  if (call.type === 'stop') parentPort?.close();
  if (call.type === 'release') {
    const topics = call.topics.map(({ topic, mediaType, body }) => {
      return { topic, mediaType, bytes: body ? lengthOf(body) : null };
    });
    const fields = { ordinal: call.ordinal, topics, isTakedown: call.isTakedown };
    post({ type: 'log', level: 'info', message: 'a release was sent', fields });
  }
  if (call.type === 'status') post({ type: 'failed', call: call.call, message: 'No store.' });
  if (call.type === 'retry') post({ type: 'recovered' });
  if (call.type !== 'accept') return;
  if (call.intent.callback.includes('die')) throw new Error('It dies.');
  if (call.intent.callback.includes('full')) {
    const isFinal = call.intent.callback.includes('for-ever');
    post({ type: 'fault', code: 'ENOSPC', reason: 'no space left', cause: 'Its disk.', isFinal });
  }
  if (!call.intent.callback.includes('never')) {
    post({ type: 'accepted', call: call.call, acceptance: 'accepted' });
  }
});
post({ type: 'ready' });
