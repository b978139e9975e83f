import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFaults } from '../../../scripts/lab/lighthouse.ts';

test('an audit that counts and fails, or could not be run, is named whatever the points are', () => {
  for (const [score, scoreDisplayMode, weight, ...faults] of [
    [1, 'binary', 1],
    [0, 'binary', 1, 'contrast: Colors contrast'],
    [null, 'error', 1, 'contrast: Colors contrast'],
    [0, 'binary', 0],
    [null, 'notApplicable', 1],
  ] as const) {
    const good = { score: 1, auditRefs: [] };
    const report = {
      categories: {
        performance: { score: 0.4, auditRefs: [{ id: 'slow', weight: 1 }] },
        accessibility: { score: 1, auditRefs: [{ id: 'contrast', weight }] },
        'best-practices': good,
        seo: good,
      },
      audits: { contrast: { title: 'Colors contrast', score, scoreDisplayMode } },
    };
    assert.deepEqual(findFaults(report), faults);
    const runtimeError = { message: 'It answered 404.' };
    assert.deepEqual(findFaults({ ...report, runtimeError }), ['It answered 404.']);
  }
});
