import assert from 'node:assert/strict';
import { lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readContent } from '#dataset/read-content.ts';
import { ContentFilter } from '../../../../sidecar/publish/watch/content-filter.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

test('the files that are watched are those that are read', (t) => {
  const folder = createContentFolder(t, {
    'business.yaml': 'a\n',
    'a.yml': 'a\n',
    'reviews/2026/01/a.md': 'a\n',
    'a.md~': 'a\n',
    'a.markdown': 'a\n',
    'a.json': 'a\n',
    md: 'a\n',
    '.hidden.md': 'a\n',
    '.hidden/a.md': 'a\n',
    'folder.md/a.md': 'a\n',
    'v1.2/a.md': 'a\n',
    'reviews/.hidden/deeper/a.md': 'a\n',
  });
  const filter = new ContentFilter(folder);
  const watched: string[] = [];
  const visit = (place: string) => {
    const stat = lstatSync(place);
    if (filter.ignores(place) || filter.ignores(place, stat)) return;
    if (stat.isFile()) watched.push(filter.pathOf(place));
    else for (const name of readdirSync(place)) visit(join(place, name));
  };
  visit(folder);
  assert.deepEqual(
    watched.sort(),
    readContent(folder)
      .files.map(({ path }) => path)
      .sort(),
  );
});

test('a root below a hidden folder is watched', (t) => {
  const hidden = createContentFolder(t, { '.x/content/a.md': '' });
  const filter = new ContentFilter(join(hidden, '.x/content'));
  assert.equal(filter.ignores(join(hidden, '.x/content')), false);
  assert.equal(filter.ignores(join(hidden, '.x/content/a.md')), false);
  assert.equal(filter.ignores(join(hidden, '.x/content/.a.md')), true);
});

test('a folder or link that was seen is still known when it is gone, a temporary file is not', (t) => {
  const folder = createContentFolder(t, { 'reviews/a.md': '' });
  symlinkSync('reviews', join(folder, 'link'));
  const filter = new ContentFilter(folder);
  assert.equal(filter.ignores(join(folder, 'reviews')), false, 'it is there');
  assert.equal(filter.ignores(join(folder, 'gone')), true);
  filter.ignores(join(folder, 'gone'), lstatSync(join(folder, 'reviews')));
  assert.equal(filter.ignores(join(folder, 'gone')), false);
  assert.equal(filter.ignores(join(folder, 'a.md.tmp')), true);
  assert.equal(filter.hasLinks, false);
  filter.ignores(join(folder, 'link'), lstatSync(join(folder, 'link')));
  assert.equal(filter.hasLinks, true);
});
