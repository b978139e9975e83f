import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '#search/changes/find-changes.ts';
import { describeEdit } from '../../../../sidecar/publish/edit/describe-edit.ts';

type Given = { changed?: string[]; added?: string[]; gone?: string[]; removed?: string[] };

for (const [expected, { changed = [], added = [], gone = [], removed = [] }] of [
  ['review one-1 changed', { changed: ['one-1'] }],
  ['review one-1 taken down', { gone: ['one-1'], removed: ['x-1', 'one-1'] }],
  ['review one-1 no longer published', { gone: ['one-1'] }],
  [
    '3 reviews changed, 1 added, 1 taken down',
    { changed: ['a-1', 'b-1', 'c-1'], added: ['d-1'], gone: ['e-1'], removed: ['e-1'] },
  ],
  ['1 review added, 1 no longer published', { added: ['a-1'], gone: ['b-1'] }],
  ['something other than reviews changed', {}],
] as const satisfies [string, Given][]) {
  test(`an edit is described: ${expected}`, () => {
    const of = (kind: Change['kind'], ids: readonly string[]) =>
      ids.map((id): Change => ({ id, kind, newest: '2026-10-03' }));
    const changes = [...of('edited', changed), ...of('added', added), ...of('removed', gone)];
    const { line, ids } = describeEdit(changes, new Set(gone), removed);
    assert.deepEqual([line, ids], [expected, [...changed, ...added, ...gone]]);
  });
}
