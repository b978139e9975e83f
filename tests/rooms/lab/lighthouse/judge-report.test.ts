import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeReport, LighthouseReport } from '../../../../scripts/lab/lighthouse/judge-report.ts';

type Audit = {
  readonly score: number | null;
  readonly weight?: number;
  readonly scoreDisplayMode?: string;
  readonly errorMessage?: string;
  readonly details?: unknown;
};

/** What Lighthouse says of a good page, but for what is given. */
function reportOf({
  scores = {},
  audits = {},
  ...more
}: {
  readonly scores?: Readonly<Record<string, number | null>>;
  readonly audits?: Readonly<Record<string, Audit>>;
  readonly runtimeError?: { readonly message: string };
}) {
  const auditRefs = Object.entries(audits).map(([id, { weight = 1 }]) => ({ id, weight }));
  const category = (id: string, title: string) => [
    id,
    { title, score: 1, auditRefs: [], ...(id in scores ? { score: scores[id] } : {}) },
  ];
  const categories = Object.fromEntries([
    category('performance', 'Performance'),
    category('accessibility', 'Accessibility'),
    category('best-practices', 'Best Practices'),
    category('seo', 'SEO'),
  ]);
  Object.assign(categories.accessibility, { auditRefs });
  const described = Object.entries(audits).map(([id, { weight: _, ...audit }]) => [
    id,
    { title: `Title of ${id}`, scoreDisplayMode: 'binary', ...audit },
  ]);
  return LighthouseReport.parse({ categories, audits: Object.fromEntries(described), ...more });
}

test('a page with all points but those for performance is good', () => {
  const report = reportOf({ scores: { performance: 0.416 }, audits: { fine: { score: 1 } } });
  assert.deepEqual(judgeReport(report), {
    points: { performance: 42, accessibility: 100, 'best-practices': 100, seo: 100 },
    faults: [],
  });
});

test('an audit that fails is named with what it found, whatever the rounded points are', () => {
  const node = { snippet: '<p class="a">', explanation: 'Fix any of:\n  too pale' };
  const items = [{ node }, { source: { snippet: '<meta>' } }, { description: 'a 404' }, {}, {}];
  const contrast = { score: 0, details: { items } };
  assert.deepEqual(judgeReport(reportOf({ audits: { contrast } })).faults, [
    'Accessibility, contrast: Title of contrast; <p class="a"> Fix any of: too pale; <meta>; {"description":"a 404"}; 2 more',
  ]);
});

test('an audit that could not be run is a fault, and says why', () => {
  const errorMessage = 'Protocol timed out';
  const report = reportOf({
    scores: { accessibility: null },
    audits: { 'html-has-lang': { score: null, scoreDisplayMode: 'error', errorMessage } },
  });
  const { points, faults } = judgeReport(report);
  assert.equal(points.accessibility, null);
  assert.deepEqual(faults, [
    'Accessibility, html-has-lang: Title of html-has-lang; Protocol timed out',
  ]);
});

test('what does not count or does not apply is no fault', () => {
  const report = reportOf({
    audits: {
      weightless: { score: 0, weight: 0, details: { items: { other: true } } },
      unfit: { score: null, scoreDisplayMode: 'notApplicable' },
    },
  });
  assert.deepEqual(judgeReport(report).faults, []);
});

test('points that are missing without a failed audit are a fault', () => {
  const { faults } = judgeReport(reportOf({ scores: { seo: 0.99, accessibility: null } }));
  assert.deepEqual(faults, ['Accessibility, no points', 'SEO, 99 points']);
});

test('a page that could not be looked at has that fault alone', () => {
  const message = 'The page answered 404.';
  const scores = { performance: null, accessibility: null, 'best-practices': null, seo: null };
  const { points, faults } = judgeReport(reportOf({ scores, runtimeError: { message } }));
  assert.deepEqual(Object.values(points), [null, null, null, null]);
  assert.deepEqual(faults, [message]);
});
