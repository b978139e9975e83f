import { checkContent } from '#dataset/check/check-content.ts';
import { ContentError, type ContentProblem, formatProblem } from '#dataset/content-problem.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';

/** Files by their path, as an editor would write them. */
export type Files = Readonly<Record<string, string>>;

/** The smallest business.yaml that is valid. */
export const BUSINESS = `id: harbor-law
name: Harbor Law
description: A law practice.
url: https://harborlaw.example/
timeZone: America/Chicago
knowsLanguage: [en]
feedAuthority: harborlaw.example,2026
`;

const FRONT_MATTER = {
  id: 'review-1',
  author: '{ name: Jane D. }',
  datePublished: '2026-10-03',
  rating: '5',
  source: '{ name: Google }',
  verification: '{ status: verified, method: invitation, date: 2026-10-06 }',
};

/**
 * A review file, valid unless it is changed. Its keys are in this order from line 2 on. Changes are
 * YAML text, and may add keys; an undefined one leaves a key out.
 */
export function reviewText(
  changes: Readonly<Record<string, string | undefined>> = {},
  body = 'They kept me informed.',
): string {
  const lines = Object.entries({ ...FRONT_MATTER, ...changes }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  return ['---', ...lines, '---', body, ''].join('\n');
}

/** Files as readContent returns them, in the order given. */
export function filesOf(files: Files): ContentFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
}

/** The problems that a check finds in content, a line each. A valid business.yaml is added. */
export function problemsOf(files: Files): string[] {
  return checkedProblems(files).map((problem) => formatProblem(problem));
}

function checkedProblems(files: Files): readonly ContentProblem[] {
  try {
    return checkContent(filesOf({ 'business.yaml': BUSINESS, ...files })).warnings;
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}
