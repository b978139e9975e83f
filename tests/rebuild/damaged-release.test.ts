import assert from 'node:assert/strict';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { saveFiles } from '../support/edit-content.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createRestarted } from './restarted-service.ts';

for (const [what, damage] of [
  ['changed', (file: string) => writeFileSync(file, readFileSync(file).fill('x', 2000, 2050))],
  ['cut off', (file: string) => truncateSync(file, 2000)],
  ['empty', (file: string) => truncateSync(file)],
] as const) {
  test(`the newest data that are ${what} are passed over with a warning`, async (t) => {
    const { start, startHeld, hold, edit, serves, packs } = await createRestarted(t);
    const before = await start();
    edit(2);
    await waitUntil('edition 2', serves('/reviews.json', 2));
    await before.stop();
    const [, newest = ''] = packs();
    damage(newest);
    const { first, logged } = await startHeld();
    assert.equal(first, 1);
    hold.letGo();
    const warning = await logged('a release cannot be loaded and is passed over');
    assert.equal(warning.path, newest);
    await waitUntil('edition 2', serves('/reviews.json', 2));
    assert.ok(await serves('/', 2)());
  });
}

test('what a killed process or an earlier program has left is removed, and nothing else', async (t) => {
  const { start, releases } = await createRestarted(t);
  const others = ['notes.txt', 'data-x.pack', 'data-1.pack.building', 'work-2/page.html'];
  const leftovers = [
    'data-1795000000000.pack.building-99999',
    'pages-1795000000000.pack',
    'pages-1795000000000.pack.building-99999',
    'work/pages.building-99999/index.html',
  ];
  saveFiles(releases, Object.fromEntries([...others, ...leftovers].map((path) => [path, 'x'])));
  await (await start()).logged('serving');
  for (const path of leftovers) assert.ok(!existsSync(join(releases, path)), path);
  for (const path of others) assert.ok(existsSync(join(releases, path)), path);
});
