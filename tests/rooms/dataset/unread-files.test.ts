import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContent } from '#dataset/read/read-content.ts';
import { createContentFolder } from '../../support/content-folder.ts';

const IN_REVIEWS =
  'is not read: no such content file; a review is a text file whose name ends in .md; rename it, or move it out of the content folder';

/** Files that an editor believes to be published, and their warnings. */
const UNREAD: Readonly<Record<string, string>> = {
  'reviews/new.MD': IN_REVIEWS,
  'reviews/2026/10/new.txt': IN_REVIEWS,
  'reviews/a.md.bak': IN_REVIEWS,
  'reviews/photo.jpg': IN_REVIEWS,
  'technicians.txt': 'is not read: no such content file (did you mean "technicians.yaml"?)',
};

test('a file that an editor believes to be published is a warning, with what to do', (t) => {
  for (const [path, message] of Object.entries(UNREAD)) {
    const { problems, files } = readContent(createContentFolder(t, { [path]: 'x' }));
    assert.deepEqual(files, []);
    assert.deepEqual(problems, [{ severity: 'warning', file: path, line: 1, column: 1, message }]);
  }
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
