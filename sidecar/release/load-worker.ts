import { once } from 'node:events';
import { MessagePort, workerData } from 'node:worker_threads';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { indexDocuments } from '#search/index/index-documents.ts';
import { moveRelease } from '../publish/hand-over.ts';
import { type FindOptions, type Found, findNewest } from './find-newest.ts';

/** From the load thread to the server. */
export type LoadMessage =
  | {
      readonly type: 'log';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'found'; readonly found: Omit<Found, 'documents'> }
  | { readonly type: 'index'; readonly index: SearchIndexData };

/* Loads the newest release while the server imports its modules: the data, then the search index. */
const port: unknown = workerData;
if (port instanceof MessagePort) {
  const [settings]: FindOptions[] = await once(port, 'message');
  if (!settings) throw new Error('The first message says where releases are.');
  const post = (message: LoadMessage, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  const { documents, ...found } = findNewest(settings, (message, fields = {}) =>
    post({ type: 'log', message, fields }),
  );
  const transfer: ArrayBuffer[] = [];
  const release = found.release && moveRelease(found.release, transfer);
  post({ type: 'found', found: { ...found, release } }, transfer);
  if (found.release?.data) {
    post({ type: 'index', index: buildSearchIndex([indexDocuments(documents)]) });
  }
  port.close();
}
