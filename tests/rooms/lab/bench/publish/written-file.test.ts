import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { waitForWritten } from '../../../../../scripts/lab/bench/publish/written-file.ts';
import { createFolder } from '../../../../support/content-folder.ts';

const PATIENCE_MS = 10_000;

test('a file counts when it is whole, not when it has the text', async (t) => {
  const file = join(createFolder(t), 'reviews.json');
  const start = performance.now();
  let checks = 0;
  let ended = 0;
  const milliseconds = await waitForWritten(file, 'edit', {
    start,
    longestMilliseconds: PATIENCE_MS,
    checkWriter: () => {
      checks++;
      if (checks === 3) writeFileSync(file, '{"reviews":["edit",');
      if (checks !== 30) return;
      appendFileSync(file, '"another"]}\n');
      ended = performance.now() - start;
    },
  });
  assert.ok(milliseconds >= ended && ended > 0);
});

test('what was there before and has no edit does not count', async (t) => {
  const file = join(createFolder(t), 'reviews.json');
  writeFileSync(file, '{"reviews":["old"]}\n');
  await assert.rejects(
    waitForWritten(file, 'edit', { start: performance.now(), longestMilliseconds: 100 }),
    /the edit was not written within 0\.1 s/,
  );
});

test('a writer that has failed ends the wait', async (t) => {
  const file = join(createFolder(t), 'reviews.json');
  const checkWriter = () => {
    throw new Error('it ended with code 1');
  };
  const settings = { start: performance.now(), longestMilliseconds: PATIENCE_MS, checkWriter };
  await assert.rejects(waitForWritten(file, 'edit', settings), /ended with code 1/);
});
