import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import keys from '#dataset/schema/keys.json' with { type: 'json' };
import { BUSINESS, type Files, problemsOf, reviewText } from '../../support/content-files.ts';
import { processorMs } from '../../support/measure.ts';
import { applyRemedy, remedyOf } from './apply-remedy.ts';

/*
 * Mistakes of editors, and everything that is printed about them: `mistakes/*.yaml`. `UPDATE=1`
 * records it again: read each line as the manager of an office would.
 */

const Mistake = z.strictObject({
  what: z.string(),
  /** Keys of the valid review with other values; null leaves one out. */
  review: z.record(z.string(), z.string().nullable()).optional(),
  /** The text of that review. */
  body: z.string().optional(),
  /** The whole file of a review. */
  file: z.string().optional(),
  /** Lines below a valid business.yaml. */
  business: z.string().optional(),
  files: z.record(z.string(), z.string()).optional(),
  problems: z.array(z.string()),
  /** The problems that remain once the line is written that the sentence has. */
  left: z.array(z.string()).optional(),
});
type Mistake = z.infer<typeof Mistake>;

const SERVICES = '- { id: car-accident, name: Car accident }';

function filesOf({ review, body, file, business, files }: Mistake): Files {
  const changes = Object.entries(review ?? {}).map(([key, value]) => [key, value ?? undefined]);
  const written = review || body ? reviewText(Object.fromEntries(changes), body) : file;
  return {
    'services.yaml': SERVICES,
    ...(written !== undefined && { 'reviews/a.md': written }),
    ...(business !== undefined && { 'business.yaml': `${BUSINESS}${business}` }),
    ...files,
  };
}

const FOLDER = join(import.meta.dirname, 'mistakes');
for (const name of readdirSync(FOLDER)) {
  const path = join(FOLDER, name);
  const mistakes = z.array(Mistake).parse(parse(readFileSync(path, 'utf8')));
  const told = mistakes.map((mistake) => {
    const files = filesOf(mistake);
    const problems = problemsOf(files);
    const mended = applyRemedy(files, problems[0] ?? '');
    const left = mended ? problemsOf(mended) : [];
    return { ...mistake, problems, left: left.length > 0 ? left : undefined };
  });
  if (process.env.UPDATE) writeFileSync(path, stringify(told, { lineWidth: 0 }));
  for (const [index, mistake] of mistakes.entries()) {
    test(`${name}: ${mistake.what}`, () => {
      assert.deepEqual(told[index], { left: undefined, ...mistake });
      for (const problem of mistake.problems) assertHarmless(mistake, problem);
    });
  }
}

/** Examples, which would be published if copied; a review that is pending is not. */
const EXAMPLES = new Set(textsOf(keys));
EXAMPLES.delete('pending');

/** Returns all texts and numbers in a value. */
function textsOf(value: unknown): string[] {
  const isText = typeof value !== 'object' || value === null;
  return isText ? [String(value)] : Object.values(value).flatMap(textsOf);
}

/**
 * Asserts that a remedy has no date, and a line to write no value of an example, that the editor
 * did not write, and that the line leaves the other values of the review as they are.
 */
function assertHarmless(mistake: Mistake, problem: string): void {
  const files = filesOf(mistake);
  const written = Object.values(files).join('\n');
  const line = /(?:add it as|write) ((?:- )*[\w-]+: (?!\|).*?)(?: \(|$)/.exec(problem)?.[1] ?? '';
  const dates = remedyOf(problem).match(/\d{4}-\d\d-\d\d/g) ?? [];
  const copied = textsOf(parse(line)).filter((one) => EXAMPLES.has(one));
  for (const value of [...dates, ...copied]) assert.ok(written.includes(value), value);
  const mended = applyRemedy(files, problem)?.['reviews/a.md'];
  if (mended === undefined || mistake.file !== undefined) return;
  const kept = parse(mended.split('---\n')[1] ?? '');
  const valid = Object.entries(parse(reviewText().split('---\n')[1] ?? ''));
  for (const [key, value] of valid) {
    if (mistake.review?.[key] === undefined) assert.deepEqual(kept[key], value, key);
  }
}

test('rules of Markdown in a text are no front matter', () => {
  const texts = ['---\nGreat.\n---\nReally.', 'Note: great\n---\nReally.', '---', '---\na: b'];
  for (const text of texts) {
    assert.deepEqual(problemsOf({ 'reviews/a.md': reviewText({}, text) }), [], text);
  }
});

for (const [what, text] of [
  ['a list', '- { id: A B, name: 5, terms: x }\n'.repeat(4000)],
  ['changes', `use: law\naspects:\n${'  - { id: A B, name: 5, terms: 7 }\n'.repeat(4000)}`],
] as const) {
  test(`of thousands of mistakes in ${what}, those that are reported are explained`, () => {
    const took = processorMs(() => {
      assert.equal(problemsOf({ 'aspects.yaml': text }).length, 50);
    });
    assert.ok(took < 3_000, `It took ${took} ms.`);
  });
}
