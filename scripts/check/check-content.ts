import { relative, resolve, sep } from 'node:path';
import { styleText } from 'node:util';
import { checkContent, type LoadedContent } from '#dataset/check/check-content.ts';
import {
  ContentError,
  type ContentProblem,
  FILE_START,
  formatProblem,
  limitProblems,
  warningAt,
} from '#dataset/content-problem.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { CONTENT_FLAGS, defineCommand } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { editFolder } from '../content/edits/edit-folder.ts';
import { findDeletedWithoutTombstone } from '../content/history/git-history.ts';
import { countOf } from '../printed-text.ts';
import { checkTerms, describeList } from './check-terms.ts';
import { fixFiles } from './fix-files.ts';
import { countAll, countErrors, formatCommand, formatJson, frameOf } from './format-problems.ts';

export const check = defineCommand({
  name: 'check:content',
  about: 'Checks the content, and lists each problem with its place and the rule.',
  usage: ['[--fix [--dry-run]] [--format text|github|json] [DIR | --content DIR]'],
  flags: {
    content: CONTENT_FLAGS.content,
    fix: { type: 'boolean', about: 'first correct what has only one possible correction' },
    'dry-run': { type: 'boolean', about: 'with --fix: show the corrections, and write nothing' },
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'how problems are printed (default: text)',
      allowed: ['text', 'github', 'json'],
    },
  },
  args: { least: 0, most: 1, name: 'folder' },
  details: `--fix deletes invisible characters, and writes plain spaces, dashes and line ends
where others keep a file from being read. No word, number or date changes.`,
  exitCodes: { 0: 'the content can be published', 1: 'it cannot be published' },
  async run({ flags: { format, fix, 'dry-run': isDry, content }, args }, world) {
    if (isDry && !fix) throw new UsageError('--dry-run shows what --fix would do; add --fix.');
    const folder = contentFolder(content ?? args[0], world.readEnvironment());
    world.printError(describeFolder(folder));
    const root = rootFor(folder);
    const read = readContent(folder);
    const { edits, ...fixed } = fixFiles(read.files, root, isDry);
    if (fix && edits.length > 0 && !isDry) editFolder(folder, edits);
    const { files, lines: fixes } = fix ? fixed : { ...read, lines: [] };
    const { exitCode, problems, remarks } = await checkAll(folder, files, read.problems, world.now);
    const hint = fix || edits.length === 0 ? [] : [`${countOf(edits.length, 'file')} ${FIXABLE}`];
    const closing = [...(problems.length > 0 ? [HELP] : []), ...hint, ...remarks];
    // Programs read it from standard output; the rest is for people.
    if (format === 'json') {
      for (const line of [...fixes, ...closing]) world.printError(line);
      return { exitCode, lines: [formatJson(problems, root)] };
    }
    const formatOne = format === 'github' ? formatCommand : createFormat(files);
    const lines = problems.map((problem) => formatOne(problem, root));
    return { exitCode, lines: [...fixes, ...lines, ...closing] };
  },
});

const FIXABLE = 'can be corrected for you: npm run check:content -- --fix';
const HELP = 'Every key, with an example: site/docs/content.md, or /docs/content/ of the service.';

async function checkAll(folder: string, ...found: Parameters<typeof checkContent>) {
  try {
    const loaded = checkContent(...found);
    const deleted = await findDeleted(folder, loaded);
    const problems = limitProblems([...loaded.warnings, ...checkTerms(loaded), ...deleted]);
    const counts = countAll(loaded, problems.length);
    return { exitCode: 0, problems, remarks: [...describeList(loaded), counts] };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { exitCode: 1, problems: error.problems, remarks: [countErrors(error.problems)] };
  }
}

/** Warns of published reviews that git has, and that were deleted without a tombstone. */
async function findDeleted(folder: string, { content }: LoadedContent): Promise<ContentProblem[]> {
  const known = new Set([...content.reviews, ...content.removals].map(({ id }) => id));
  const deleted = await findDeletedWithoutTombstone(folder, (id) => known.has(id));
  return deleted.map(({ file, review }) =>
    warningAt(file, FILE_START, DELETED.replaceAll('ID', review?.id ?? '')),
  );
}

const DELETED =
  'was deleted and has no entry in removed.yaml, so mirrors keep the review; take it down with npm run remove -- ID, or bring it back with npm run restore -- ID';

/** Formats a problem; at a terminal in color, with its place in the file. */
function createFormat(files: readonly ContentFile[]): typeof formatProblem {
  const { stdout } = process;
  if (!stdout.isTTY) return formatProblem;
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (problem, root) => {
    const color = problem.severity === 'error' ? 'red' : 'yellow';
    const paint = (text: string) => styleText(color, text, { stream: stdout });
    const frame = frameOf(problem, byPath.get(problem.file)?.bytes, stdout.columns || 80, paint);
    return [paint(formatProblem(problem, root)), ...frame, ''].join('\n');
  };
}

/** Returns the folder relative to the working folder, or absolute if it is elsewhere. */
function rootFor(folder: string): string {
  const path = relative('', folder) || '.';
  const shown = path.startsWith('..') ? resolve(folder) : path;
  return `${shown.replaceAll(sep, '/')}/`;
}
