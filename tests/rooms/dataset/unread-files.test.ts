import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContent } from '#dataset/read/read-content.ts';
import { createContentFolder } from '../../support/content-folder.ts';

const IN_REVIEWS = 'is not read: the name of a review ends in .md; rename it to';
const RENAMED =
  'is not read, as its name does not end in .md; rename it to a.md to publish it, or keep it outside the content folder';

/** Files that an editor believes to be published, and their warnings. */
const UNREAD: Readonly<Record<string, string>> = {
  'reviews/new.MD': `${IN_REVIEWS} new.md`,
  'reviews/new.markdown': `${IN_REVIEWS} new.md`,
  'reviews/2026/10/new.txt': `${IN_REVIEWS} new.md`,
  'reviews/new': `${IN_REVIEWS} new.md`,
  'reviews/a.md~': RENAMED,
  'reviews/a.md.bak': RENAMED,
  'reviews/Review.docx':
    'is not read: a review is a text file; save its text as Review.md, below the keys',
  'reviews/photo.jpg':
    'is not read: images are not published; delete it, or keep it outside the content folder',
  'technicians.txt': 'is not read: no such content file (did you mean "technicians.yaml"?)',
  'logo.png':
    'is not read: images are not published; delete it, or keep it outside the content folder',
};

test('a file that an editor believes to be published is a warning, with what to do', (t) => {
  for (const [path, message] of Object.entries(UNREAD)) {
    const { problems, files } = readContent(createContentFolder(t, { [path]: 'x' }));
    assert.deepEqual(files, []);
    assert.deepEqual(problems, [{ severity: 'warning', file: path, line: 1, column: 1, message }]);
  }
  const { problems } = readContent(createContentFolder(t, { 'a.yaml': 'x', 'a.yaml.txt': 'x' }));
  assert.match(problems[0]?.message ?? '', /looks like a copy of a\.yaml; delete it,/);
});

test('files that editors and programs keep beside the content are passed over', (t) => {
  const paths = [
    ...['README.md', 'reviews/README.md', 'reviews/2026/readme.txt', 'LICENSE', '.gitignore'],
    ...['.github/workflows/check.yml', '.gitlab-ci.yml', 'schema/review.schema.json'],
    ...['admin/config.yml', 'admin/index.html', 'Thumbs.db', 'reviews/desktop.ini'],
    ...['reviews/.DS_Store', 'reviews/.a.md.swp', 'reviews/~$review.docx', 'images/a.png'],
  ];
  const folder = createContentFolder(t, Object.fromEntries(paths.map((path) => [path, 'x'])));
  assert.deepEqual(readContent(folder), { files: [], problems: [] });
});
