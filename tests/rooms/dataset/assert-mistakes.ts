import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { ContentError, type ContentProblem } from '#dataset/content-problem.ts';
import {
  BUSINESS,
  type Files,
  filesOf,
  problemsOf,
  reviewText,
} from '../../support/content-files.ts';

/** A mistake: what it is, the files with it, and the one line that is printed of it. */
export type Mistake = readonly [what: string, files: Files, problem: string];

/** A file of a review, and what else there is. */
export const review = (
  changes: Readonly<Record<string, string | undefined>>,
  body?: string,
): Files => ({ 'reviews/a.md': reviewText(changes, body) });
export const GOOD = reviewText();

/**
 * Asserts that each mistake is one problem, with its place, its cause and what to write; and that where
 * the message has the line to write, nothing is wrong once it is written.
 */
export function assertMistakes(mistakes: readonly Mistake[], leastApplied: number): void {
  for (const [what, files, problem] of mistakes) {
    test(`${what} is reported with what to do`, () => {
      assert.deepEqual(problemsOf(files), [problem]);
      const mended = mend(files);
      if (mended) assert.deepEqual(errorsIn(mended), []);
    });
  }
  test(`the line to write can be written for ${leastApplied} of them`, () => {
    const { length } = mistakes.filter(([, files]) => mend(files) !== undefined);
    assert.ok(length >= leastApplied, `${length}`);
  });
}

function mend(files: Files): Files | undefined {
  const [error] = errorsIn(files);
  return error && applyRemedy(files, error);
}

const SERVICES = '- { id: car-accident, name: Car accident }';

/** What is wrong with files, the errors alone. */
function errorsIn(files: Files): readonly ContentProblem[] {
  try {
    checkContent(filesOf({ 'business.yaml': BUSINESS, 'services.yaml': SERVICES, ...files }));
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}

/**
 * The files with the line that a message says to write: below the one at fault where it is missing,
 * else instead of it. Undefined where the message says what to do in other words.
 */
export function applyRemedy(files: Files, problem: ContentProblem): Files | undefined {
  const { file, line, column, message } = problem;
  const lines = (files[file] ?? '').split('\n');
  const own = lines[line - 1] ?? '';
  const added = /; add a line such as "(.*)"$/.exec(message)?.[1];
  if (added !== undefined) {
    const indented = `${' '.repeat(column - 1)}${added}`;
    return { ...files, [file]: lines.toSpliced(line, 0, indented).join('\n') };
  }
  const rewrite = (rest: string) =>
    lines.with(line - 1, `${own.slice(0, column - 1)}${rest}`).join('\n');
  const behind = own.slice(column - 1);
  const alone = /; delete (?!it\b|the\b)(\S+)$/.exec(message)?.[1];
  if (alone !== undefined) return { ...files, [file]: rewrite(behind.replace(alone, '').trim()) };
  if (/; delete (?:it, or write it as|the line, or)/.test(message)) {
    return { ...files, [file]: lines.toSpliced(line - 1, 1).join('\n') };
  }
  if (message.endsWith('; move the line below the closing ---')) {
    return { ...files, [file]: [...lines.toSpliced(line - 1, 1), own].join('\n') };
  }
  const entry = /[;:] write (- .*|".*")$/.exec(message)?.[1];
  if (entry !== undefined) return { ...files, [file]: rewrite(entry) };
  const like = /; write a value such as (.*)$/.exec(message)?.[1]?.replace(/^"(.*)"$/, '$1');
  const first = /; write (.*?) for \w+ \d+, or /.exec(message)?.[1];
  const written = like ?? first ?? /; write (.*)$/.exec(message)?.[1] ?? '';
  if (!/^(?: *[\w-]+: |\{ )/.test(written)) return undefined;
  const replace = (text: string) => ({ ...files, [file]: lines.with(line - 1, text).join('\n') });
  if (written.startsWith(' ')) return replace(written);
  const lead = message.includes('there is a space before')
    ? ''
    : (/^\s*(?:- )?/.exec(own)?.[0] ?? '');
  // A key within braces stands on a line with others.
  const key = /^\s*(?:- )?([\w-]+) *[:=]/.exec(own)?.[1] ?? '';
  const isWhole = column <= lead.length + 1 || written.startsWith(`${key}:`);
  if (isWhole) return replace(`${lead}${written}`);
  const begin = own.lastIndexOf(`${written.split(':')[0]}:`, column - 1);
  const rest = behind.replace(/^(?:"[^"]*"|[^,}]*?)(?= ?[,}]|$)/, '');
  return begin < 0 ? undefined : replace(`${own.slice(0, begin)}${written}${rest}`);
}
