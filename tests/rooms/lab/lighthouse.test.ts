import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFaults, type LighthouseReport } from '../../../scripts/lab/lighthouse.ts';

type Audits = LighthouseReport['audits'];

/** The report of a good page that is slow, but for the audits of accessibility. */
function reportOf(audits: Audits, weight = 1): LighthouseReport {
  const auditRefs = Object.keys(audits).map((id) => ({ id, weight }));
  const good = { score: 1, auditRefs: [] };
  return {
    categories: {
      performance: { score: 0.4, auditRefs: [{ id: 'slow', weight: 1 }] },
      accessibility: { score: 1, auditRefs },
      'best-practices': good,
      seo: good,
    },
    audits,
  };
}

const audit = (score: number | null, scoreDisplayMode = 'binary') => ({
  ...{ title: 'Colors contrast', score, scoreDisplayMode },
});
const FAULT = 'contrast: Colors contrast';

test('an audit that counts and fails, or could not be run, is named whatever the points are', () => {
  assert.deepEqual(findFaults(reportOf({ contrast: audit(1) })), []);
  assert.deepEqual(findFaults(reportOf({ contrast: audit(0) })), [FAULT]);
  assert.deepEqual(findFaults(reportOf({ contrast: audit(null, 'error') })), [FAULT]);
});

test('an audit that does not count or does not apply is no fault', () => {
  assert.deepEqual(findFaults(reportOf({ contrast: audit(0) }, 0)), []);
  assert.deepEqual(findFaults(reportOf({ contrast: audit(null, 'notApplicable') })), []);
});

test('a page that could not be looked at has that fault alone', () => {
  const report = {
    ...reportOf({ contrast: audit(null, 'error') }),
    runtimeError: { message: 'It answered 404.' },
  };
  assert.deepEqual(findFaults(report), ['It answered 404.']);
});
