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
 * A review file, valid where nothing is changed: its keys stand in this order from line 2 on,
 * changed and further ones as YAML text. An undefined one is left out.
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

/** The files as readContent would return them, in the order in which they are given. */
export function filesOf(files: Files): ContentFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
}

/** What checking content says of it, a line a problem; business.yaml is valid where not given. */
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
