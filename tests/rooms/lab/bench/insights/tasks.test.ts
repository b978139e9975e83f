import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyseTexts } from '../../../../../scripts/lab/bench/insights/analyse-texts.ts';
import type { Figures } from '../../../../../scripts/lab/bench/insights/figures.ts';
import {
  publishPlain,
  restartWithRelease,
} from '../../../../../scripts/lab/bench/insights/first-dataset.ts';
import { publishInsights } from '../../../../../scripts/lab/bench/insights/publish-insights.ts';
import { makeSample } from '../../../../../scripts/lab/bench/insights/sample.ts';
import { ANALYSES } from '../../../../../scripts/lab/bench/insights/tasks.ts';
import { createFolder } from '../../../../support/content-folder.ts';

const content = makeSample({ texts: 'generated', size: 20 });

const times = (figures: Figures) =>
  Object.entries(figures).map(([name, values]) => [name, values.length]);

test('every way to analyse takes time, and the peers score the clauses that we cut', () => {
  const figures = ANALYSES.map((name) => analyseTexts(name, content));
  for (const { analysis } of figures) assert.ok((analysis?.[0] ?? 0) > 0);
  const [ours, ...others] = figures.map(({ clauses }) => clauses?.[0]);
  assert.equal(ours, undefined);
  assert.equal(new Set(others).size, 1);
  assert.ok((others[0] ?? 0) > 20);
});

test('publishing measures every step once, and 50 edits; a start after it takes over', (t) => {
  const folder = createFolder(t);
  const published = publishInsights(content, folder);
  assert.deepEqual(times(published), [
    ['unpacking', 1],
    ['dataset', 1],
    ['insights', 1],
    ['rendering', 1],
    ['bytes', 1],
    ['nextDataset', 50],
    ['nextInsights', 50],
    ['nextRendering', 50],
    ['next', 50],
    ['modelHeap', 1],
    ['datasetHeap', 1],
    ['insightsHeap', 1],
    ['peak', 1],
  ]);
  const restarted = restartWithRelease(content, folder);
  assert.deepEqual(times(restarted), times(publishPlain(content)));
});

test('where no release was left, nothing is measured as if it had been', (t) => {
  assert.throws(() => restartWithRelease(content, createFolder(t)), /ENOENT/);
});
