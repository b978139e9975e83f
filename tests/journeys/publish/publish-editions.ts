import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { createLoop } from '../../../sidecar/publish/follow-content.ts';
import { runRebuilding } from '../../../sidecar/publish/hand-over.ts';
import { GitLock } from '../../../sidecar/publish/watch/git.ts';
import { replaceFiles } from '../../support/content-folder.ts';
import { numberedContent } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { READ_EVERY } from './reader.ts';

/** The number of editions after the first, which the test writes. */
const EDITIONS = Number(process.env.TESTIMONY_TEST_EDITIONS);
/** The test makes a file here, named by an edition, once all clients have read it. */
const READ = process.env.TESTIMONY_TEST_READ ?? '';

/** A rebuild thread that edits the content itself, as fast as it can publish. */
await runRebuilding(workerData, async (settings, port, signal) => {
  const lock = new GitLock({ now: () => performance.now(), warn: () => {} });
  const loop = createLoop(settings, port, signal, lock);
  await loop.rebuild({ paths: new Set(), everything: true });
  for (let edition = 2; edition <= EDITIONS + 1 && !signal.aborted; edition++) {
    const paths = replaceFiles(settings.contentDir, numberedContent(edition));
    await loop.rebuild({ paths, everything: false });
    if (edition % READ_EVERY === 0) {
      await waitUntil(`${edition} is read`, () => existsSync(join(READ, String(edition))));
    }
  }
  port.log('info', 'the last edition is out');
});
