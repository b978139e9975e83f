import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '#search/changes/find-changes.ts';
import { describeEdit } from '../../../../sidecar/publish/edit/describe-edit.ts';

type Given = { changed?: string[]; added?: string[]; gone?: string[]; removed?: string[] };

function lineOf(
  { changed = [], added = [], gone = [], removed = [] }: Given,
  files: string[] = [],
) {
  const of = (kind: Change['kind'], ids: readonly string[]) =>
    ids.map((id): Change => ({ id, kind, newest: '2026-10-03' }));
  const changes = [...of('edited', changed), ...of('added', added), ...of('removed', gone)];
  return describeEdit({ changes, gone: new Set(gone), removed, files })?.line;
}

const FILE = 'reviews/2026/10/one-1.md';

for (const [expected, given, files] of [
  ['review one-1 changed', { changed: ['one-1'] }, [FILE]],
  ['review one-1 added', { added: ['one-1'] }, [FILE]],
  [
    'review one-1 taken down',
    { gone: ['one-1'], removed: ['x-1', 'one-1'] },
    [FILE, 'removed.yaml'],
  ],
  ['review one-1 no longer published', { gone: ['one-1'] }, [FILE]],
  [
    '3 reviews changed, 1 added, 1 taken down',
    { changed: ['a-1', 'b-1', 'c-1'], added: ['d-1'], gone: ['e-1'], removed: ['e-1'] },
    [FILE],
  ],
  ['business.yaml changed', {}, ['business.yaml']],
  ['aspects.yaml and faq.yaml changed', {}, ['aspects.yaml', 'faq.yaml']],
  [
    'technicians.yaml changed, 2 reviews changed',
    { changed: ['a-1', 'b-1'] },
    ['technicians.yaml'],
  ],
  ['4 files changed', {}, ['aspects.yaml', 'business.yaml', 'faq.yaml', 'summary.md']],
  // Of one that waits for verification nothing is published.
  [`${FILE} changed`, {}, [FILE]],
  [undefined, {}, []],
] as const satisfies [string | undefined, Given, string[]][]) {
  test(`an edit is described: ${expected}`, () => {
    assert.equal(lineOf(given, files), expected);
  });
}

test('where it is not known what changed, only what was taken down is said', () => {
  const said = { changes: undefined, files: ['business.yaml'], removed: ['one-1'] };
  const gone = new Set(['one-1', 'two-2']);
  assert.equal(describeEdit({ ...said, gone: new Set() }), undefined);
  assert.deepEqual(describeEdit({ ...said, gone }), {
    line: 'review one-1 taken down',
    ids: ['one-1'],
  });
});
