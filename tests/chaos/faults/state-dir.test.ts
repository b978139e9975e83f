import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMAT, type Manifest } from '#release/manifest.ts';
import { folderOf, ordinalsIn } from '../../../sidecar/publish/store/release-folders.ts';
import { Mirror } from '../../journeys/publish/mirror.ts';
import { createDeployment } from '../../support/deployment.ts';
import { goodContent } from '../../support/sample-content.ts';
import { assertStored } from '../assert-recovered.ts';

const rewrite = (change: (manifest: Manifest) => unknown) => (folder: string) => {
  const file = join(folder, 'manifest.json');
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
};
/** As after a power cut: the manifest is there, and the bytes of a file never were. */
const zero = (file: string) => (folder: string) => {
  const path = join(folder, file);
  writeFileSync(path, Buffer.alloc(statSync(path).size));
};
const truncate = (file: string) => (folder: string) => {
  const path = join(folder, file);
  truncateSync(path, Math.floor(statSync(path).size / 2));
};

/** Damage to the folder of the only stored release: none of it is ever served. */
const DAMAGES: readonly (readonly [what: string, damage: (folder: string) => void])[] = [
  ['reviews.json is all zeros', zero('client/reviews.json')],
  ['dataset.json is truncated', truncate('dataset.json')],
  ['the manifest is truncated', truncate('manifest.json')],
  ['a file is missing', (folder) => rmSync(join(folder, 'client/insights.json'))],
  ['it is in a later format', rewrite((manifest) => ({ ...manifest, format: FORMAT + 1 }))],
  [
    'it is of another origin',
    rewrite(({ key, ...rest }) => ({ ...rest, key: { ...key, baseUrl: 'https://x.example' } })),
  ],
];

test('a stored release that cannot be served is made again from the content, and mirrors begin again', {
  timeout: 300_000,
}, async (t) => {
  const { start, startHeld, faults, stateDir } = createDeployment(t, goodContent(1));
  let service = await start();
  const mirror = new Mirror();
  for (const [what, damage] of DAMAGES) {
    await t.test(what, async () => {
      await mirror.begin(service.url);
      const data = await service.get('/reviews.json');
      const [ordinal = 0] = ordinalsIn(stateDir);
      await service.stop();
      damage(folderOf(stateDir, ordinal));
      service = await startHeld({ until: 'listening' });
      for (const path of ['/reviews.json', '/readyz', '/api/reviews/changes']) {
        assert.equal(await service.status(path), 503, path);
      }
      faults.clear();
      await service.published(1);
      const again = await service.get('/reviews.json');
      assert.deepEqual([again.headers.etag, again.text], [data.headers.etag, data.text]);
      assert.ok(((await service.health()).release?.ordinal ?? 0) > ordinal);
      assert.equal(await mirror.follow(service.url), 410);
      await service.recovered();
      await assertStored(stateDir, service.url);
    });
  }
});
