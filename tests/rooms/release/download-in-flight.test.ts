import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { preparePage } from '../../../sidecar/http/published-file.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';

/** More than the kernel takes. */
const LENGTH = 3e7;

test('a download in flight ends as it began, whatever is published meanwhile', async (t) => {
  const { release } = await makeRelease();
  const edition = (number: number) => {
    const identity = { etag: `"${number}"`, body: [Buffer.alloc(LENGTH, number)] };
    return {
      ...release,
      ordinal: release.ordinal + number,
      files: new Map([...release.files, ['/large', preparePage('/large', { identity }, [])]]),
    };
  };
  const { url, current } = await startInProcess(t, { release: edition(1) });
  // Nothing is read of it yet but what the kernel takes.
  const [slow]: IncomingMessage[] = await once(get(`${url}/large`), 'response');
  await current.swap(edition(2));
  assert.equal((await ask(url, '/large', { method: 'HEAD' })).headers.etag, '"2"');
  assert.ok(slow);
  assert.equal(slow.headers.etag, '"1"');
  assert.ok((await buffer(slow)).equals(Buffer.alloc(LENGTH, 1)));
});
