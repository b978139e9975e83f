import { once } from 'node:events';
import { MessagePort, workerData } from 'node:worker_threads';
import {
  type PublisherCall,
  type PublisherMessage,
  type PublisherPort,
  toDataMessage,
} from './messages.ts';
import { loadStored } from './store/load-stored.ts';

/** The publisher's thread: everything between an edit and its readers, off their event loop. */
const server: unknown = workerData;
if (!(server instanceof MessagePort)) throw new Error('The server is at the other end of a port.');
const [settings]: PublisherCall[] = await once(server, 'message');
if (typeof settings !== 'object') throw new Error('Settings come first.');

const stopping = new AbortController();
let retry = () => {};
server.on('message', (call: PublisherCall) => {
  if (call === 'retry') retry();
  if (call === 'stop') stopping.abort();
});
const post = (message: PublisherMessage) => server.postMessage(message);
const port: PublisherPort = {
  post,
  log: (level, message, fields = {}) => post({ type: 'log', level, message, fields }),
  now: () => new Date(),
  onRetry: (again) => {
    retry = again;
  },
};

const stored = loadStored(settings, port);
const { release, isShown } = stored;
// The stored release is served before it can be searched, and before the rest of the program is
// loaded.
if (release && isShown) post(toDataMessage(release.manifest, release, undefined));
post({ type: 'opened' });
if (release && isShown) post({ type: 'index', index: release.index() });
const follow =
  settings.watch === 'release'
    ? (await import('./follow-release.ts')).followRelease
    : (await import('./follow-content.ts')).followContent;
await follow(settings, stored, port, stopping.signal);
server.close();
