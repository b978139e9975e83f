import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { waitUntil } from '../../support/wait-until.ts';
import { createRestarted } from './restarted-service.ts';

// What else can be wrong with the file, tests/rooms/release/find-newest.test.ts goes through.
for (const [what, damage] of [
  [
    'changed',
    (file: string) => {
      const text = readFileSync(file, 'latin1');
      writeFileSync(file, text.replaceAll('edition-2', 'edition-7'), 'latin1');
    },
  ],
  ['empty', (file: string) => truncateSync(file)],
] as const) {
  test(`a stored release that is ${what} is not served but made anew`, async (t) => {
    const { start, edit, serves, store } = await createRestarted(t);
    const before = await start();
    edit(2);
    await waitUntil('edition 2', serves('/reviews.json', 2));
    await before.stop();
    damage(store);
    const { first, log, stop } = await start();
    assert.equal(first, 2);
    await waitUntil('its pages', serves('/', 2));
    const told = log.filter(({ level }) => level === 40).map(({ msg }) => String(msg));
    const expected = what === 'empty' ? [] : [/a release cannot be loaded and is passed over/];
    assert.equal(
      told.filter((line) => expected.some((one) => one.test(line))).length,
      expected.length,
    );
    assert.ok(!log.some(({ level }) => Number(level) > 40));
    await stop();
    // What was made anew is whole.
    const again = await start();
    assert.equal(again.first, 2);
    assert.ok(!again.log.some(({ level }) => Number(level) >= 40));
  });
}
