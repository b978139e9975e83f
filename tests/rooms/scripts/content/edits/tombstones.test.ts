import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addTombstone,
  removedIdsIn,
  removeTombstone,
} from '../../../../../scripts/content/edits/tombstones.ts';

const REMOVAL = { id: '123456', dateRemoved: '2026-01-02', reason: 'spam' } as const;
const WRITTEN = '- id: "123456"\n  dateRemoved: "2026-01-02"\n  reason: spam\n';
const OTHER = '- id: yelp-b2 # hers\n  dateRemoved: 2026-01-01\n  reason: >-\n    spam\n';
const IN_BRACES = '{ id: "123456", dateRemoved: "2026-01-02", reason: spam }';

test('a tombstone is in force in any text, and is removed without a trace', () => {
  for (const [before, after, back = before] of [
    ['', WRITTEN],
    ['# Taken down', `# Taken down\n${WRITTEN}`, '# Taken down\n'],
    [OTHER, OTHER + WRITTEN],
    [OTHER.trimEnd(), (OTHER + WRITTEN).trimEnd()],
    [`${OTHER}\n# The end\n`, `${OTHER}${WRITTEN}\n# The end\n`],
    [`---\n${OTHER}...\n`, `---\n${OTHER}${WRITTEN}...\n`],
    ['- {id: yelp-b2}\n', `- {id: yelp-b2}\n- ${IN_BRACES}\n`],
    ['[] # none\n', `[${IN_BRACES}] # none\n`],
    // Not a list of tombstones.
    [`${OTHER}- id: [\n`, `${OTHER}- id: [\n${WRITTEN}`, false],
    [`${OTHER}- id: *x\n`, `${OTHER}- id: *x\n${WRITTEN}`],
    ['- id: "a\n', `- id: "a\n${WRITTEN}`, false],
  ] as const) {
    assert.equal(addTombstone(before, REMOVAL).text, after);
    const ids = [REMOVAL.id, ...(before.includes('yelp') ? ['yelp-b2'] : [])];
    assert.deepEqual(removedIdsIn(after), new Set(ids));
    assert.equal(removeTombstone(after, REMOVAL.id)?.text ?? false, back);
  }
});
