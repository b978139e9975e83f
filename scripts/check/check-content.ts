import { relative, resolve, sep } from 'node:path';
import { styleText } from 'node:util';
import { type LoadedContent, loadContent } from '#dataset/check/check-content.ts';
import {
  ContentError,
  type ContentProblem,
  FILE_START,
  limitProblems,
  warningAt,
} from '#dataset/content-problem.ts';
import { describeSystemFault } from '#dataset/system-fault.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { CONTENT_FLAGS, CommandError, defineCommand, main, type World } from '../command.ts';
import { findDeletedWithoutTombstone } from '../content/history/git-history.ts';
import { oneFolder } from '../run-task.ts';
import { checkTerms } from './check-terms.ts';
import { FrameReader } from './code-frame.ts';
import { FORMATS, formatCounts, formatFailure, formatProblems } from './format-problems.ts';

/**
 * `npm run check:content`. Programs read the JSON from standard output; the counts are for people.
 */
const CHECK = defineCommand({
  name: 'check:content',
  about: 'Checks the content, and lists each problem with its place and a correction.',
  usage: ['[--format text|github|json] [DIR | --content DIR]'],
  flags: {
    content: CONTENT_FLAGS.content,
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'how problems are printed (default: text)',
      allowed: FORMATS,
    },
  },
  args: { least: 0, most: 1, name: 'folder' },
  exitCodes: { 0: 'the content can be published', 1: 'it cannot be published' },
  async run({ flags, args }, world) {
    const folder = contentFolder(oneFolder(args, flags.content), world.readEnvironment());
    const format = FORMATS.find((name) => name === flags.format) ?? 'text';
    world.printError(describeFolder(folder));
    const { problems, closing, exitCode } = await check(folder, world);
    const root = rootFor(folder);
    const lines =
      format === 'text'
        ? formatForPeople(problems, root)
        : [formatProblems(format, problems, root).trimEnd()].filter((line) => line !== '');
    if (format !== 'json') return { exitCode, lines: [...lines, ...closing] };
    for (const line of lines) world.print(line);
    for (const line of closing) world.printError(line);
    return { exitCode, lines: [] };
  },
});

type Checked = {
  readonly problems: readonly ContentProblem[];
  readonly closing: readonly string[];
  readonly exitCode: number;
};

async function check(folder: string, world: World): Promise<Checked> {
  try {
    const loaded = load(folder, world);
    const { warnings: ofTerms, remark } = checkTerms(loaded);
    const deleted = await findDeleted(folder, loaded);
    const warnings = limitProblems([...loaded.warnings, ...ofTerms, ...deleted]);
    const counts = formatCounts({ ...loaded, warnings });
    const closing = [...(remark ? [remark] : []), ...help(warnings), counts];
    return { problems: warnings, closing, exitCode: 0 };
  } catch (error) {
    if (error instanceof ContentError) {
      const { problems } = error;
      return { problems, closing: [...help(problems), formatFailure(problems)], exitCode: 1 };
    }
    const fault = describeSystemFault(error);
    const cause = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      fault === undefined ? `the check failed: ${cause}` : `the content cannot be read ${fault}.`,
    );
  }
}

/** Warns of published reviews that git has, and that were deleted without a tombstone. */
async function findDeleted(folder: string, { content }: LoadedContent): Promise<ContentProblem[]> {
  const known = new Set([...content.reviews, ...content.removals].map(({ id }) => id));
  const deleted = await findDeletedWithoutTombstone(folder, (id) => known.has(id));
  return deleted.map(({ file, review }) => {
    const id = review?.id;
    const message = `was deleted and has no entry in removed.yaml, so mirrors keep the review; write one with npm run remove -- ${id}, or bring it back with npm run restore -- ${id}`;
    return warningAt(file, FILE_START, message);
  });
}

/** Returns the place where each key is described, for users with something to correct. */
function help(problems: readonly ContentProblem[]): string[] {
  return problems.length > 0
    ? ['Every key, with an example: site/docs/content.md, or /docs/content/ of the service.']
    : [];
}

/** Loads the content. At a terminal it shows the progress, and clears that in the end. */
function load(folder: string, { now }: World): LoadedContent {
  const { stderr } = process;
  if (!stderr.isTTY) return loadContent(folder, now);
  try {
    return loadContent(folder, now, (done, of) => {
      if (of > FEW_FILES)
        stderr.write(`\r${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} files`);
    });
  } finally {
    stderr.write('\r\u001b[K');
  }
}

/** This many are checked before the wait is noticeable. */
const FEW_FILES = 5000;

/** Returns problems as lines; at a terminal each with its place in the file, in color. */
function formatForPeople(problems: readonly ContentProblem[], root: string): string[] {
  const { stdout } = process;
  if (!stdout.isTTY)
    return problems.map((problem) => formatProblems('text', [problem], root).trimEnd());
  const frames = new FrameReader(root, stdout.columns || 80);
  return problems.flatMap((problem) => {
    const color = problem.severity === 'error' ? 'red' : 'yellow';
    const paint = (text: string) => styleText(color, text, { stream: stdout });
    const line = formatProblems('text', [problem], root).trimEnd();
    return [paint(line), ...frames.frame(problem, paint), ''];
  });
}

/** Returns the folder relative to the working folder, or absolute if it is elsewhere. */
function rootFor(folder: string): string {
  const path = relative('', folder);
  if (path === '') return './';
  const shown = path.startsWith('..') ? resolve(folder) : path;
  return `${shown.replaceAll(sep, '/')}/`;
}

await main(CHECK);
