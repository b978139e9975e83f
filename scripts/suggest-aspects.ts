import { parseArgs } from 'node:util';
import { loadContent } from '#dataset/check/check-content.ts';
import { contentFolder, describeFolder, readEnvironment } from '../sidecar/config/config.ts';
import { runTask } from './run-task.ts';
import { findCandidates } from './suggest-aspects/find-candidates.ts';
import { formatSuggestions, groupCandidates } from './suggest-aspects/suggest-aspects.ts';
import { UsageError } from './usage-error.ts';

const USAGE = 'Usage: npm run suggest-aspects [-- DIR | --content DIR]';

/** Prints aspects and terms that the reviews of a content folder suggest, as YAML. */
function main(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { content: { type: 'string' } },
  });
  const folders = [...positionals, ...(values.content === undefined ? [] : [values.content])];
  if (folders.length > 1) {
    throw new UsageError(`Name one content folder (got ${folders.join(' and ')}).`);
  }
  if (folders[0] === '') throw new UsageError('The name of the content folder is empty.');
  const folder = contentFolder(folders[0], readEnvironment());
  process.stderr.write(`${describeFolder(folder)}\n`);
  const { content, aspects } = loadContent(folder, new Date());
  const candidates = findCandidates(content);
  process.stdout.write(
    formatSuggestions(
      groupCandidates(candidates, content.aspects),
      { aspects: content.aspects, trade: aspects?.value.trade },
      candidates.reviewCount,
    ),
  );
}

// A reader such as `head` may close the pipe early; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = runTask(() => main(process.argv.slice(2)), {
  usage: USAGE,
  name: 'search for aspects',
  tell: (line) => process.stderr.write(`${line}\n`),
});
