import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../support/run-script.ts';

// A page that is made of the same properties is not rendered again; so it may read nothing else.
const OTHER_SOURCES =
  /currentPublication|globalThis|process\.|import\.meta|Astro\.(?!props)|Date\.now|new Date\(\)/;

const files = ['site/components', 'site/layouts'].flatMap((folder) =>
  readdirSync(join(REPOSITORY, folder)).map((name) => join(REPOSITORY, folder, name)),
);

test('components and layouts render nothing but their properties', () => {
  for (const file of files) assert.doesNotMatch(readFileSync(file, 'utf8'), OTHER_SOURCES, file);
});

test('the page of a review renders nothing but its properties', () => {
  const page = readFileSync(join(REPOSITORY, 'site/pages/reviews/[id].astro'), 'utf8');
  const [before = '', after = ''] = page.split('type Props = ReviewPage;');
  assert.match(before, /getStaticPaths/);
  assert.doesNotMatch(after, OTHER_SOURCES);
});
