import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFaults, type LighthouseReport } from '../../../scripts/lab/lighthouse.ts';

type Audits = LighthouseReport['audits'];

/** The report of a good page, but for the audits and points of accessibility. */
function reportOf(audits: Audits, score: number | null = 1, weight = 1): LighthouseReport {
  const auditRefs = Object.keys(audits).map((id) => ({ id, weight }));
  const category = (title: string) => ({ title, score: 1, auditRefs: [] });
  return {
    categories: {
      performance: { ...category('Performance'), score: 0.4 },
      accessibility: { title: 'Accessibility', score, auditRefs },
      'best-practices': category('Best Practices'),
      seo: category('SEO'),
    },
    audits,
  };
}

const audit = (score: number | null, scoreDisplayMode = 'binary') => ({
  ...{ title: 'Colors contrast', score, scoreDisplayMode },
});
const FAULT = 'Accessibility, contrast: Colors contrast';

test('an audit that counts and fails, or could not be run, is named whatever the points are', () => {
  assert.deepEqual(findFaults(reportOf({ contrast: audit(1) })), []);
  assert.deepEqual(findFaults(reportOf({ contrast: audit(0) })), [FAULT]);
  assert.deepEqual(findFaults(reportOf({ contrast: audit(null, 'error') }, null)), [FAULT]);
});

test('an audit that does not count or does not apply is no fault', () => {
  assert.deepEqual(findFaults(reportOf({ contrast: audit(0) }, 1, 0)), []);
  assert.deepEqual(findFaults(reportOf({ contrast: audit(null, 'notApplicable') })), []);
});

test('points that are missing without a failed audit are a fault', () => {
  assert.deepEqual(findFaults(reportOf({}, 0.99)), ['Accessibility: 0.99']);
  assert.deepEqual(findFaults(reportOf({}, null)), ['Accessibility: no points']);
});

test('a page that could not be looked at has that fault alone', () => {
  const report = { ...reportOf({}, null), runtimeError: { message: 'It answered 404.' } };
  assert.deepEqual(findFaults(report), ['It answered 404.']);
});
