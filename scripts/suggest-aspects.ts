import { parseArgs } from 'node:util';
import { loadContent } from '#dataset/check/check-content.ts';
import { contentFolder, describeFolder, readEnvironment } from '../sidecar/config/config.ts';
import { allowClosedPipe, oneFolder, runTask } from './run-task.ts';
import { findCandidates } from './suggest-aspects/find-candidates.ts';
import { formatSuggestions, groupCandidates } from './suggest-aspects/suggest-aspects.ts';

const USAGE = 'Usage: npm run suggest-aspects [-- DIR | --content DIR]';

function main(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { content: { type: 'string' } },
  });
  const folder = contentFolder(oneFolder(positionals, values.content), readEnvironment());
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

allowClosedPipe();

process.exitCode = runTask(() => main(process.argv.slice(2)), {
  usage: USAGE,
  name: 'search for aspects',
  tell: (line) => process.stderr.write(`${line}\n`),
});
