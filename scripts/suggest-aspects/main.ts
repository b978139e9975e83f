import { loadContent } from '#dataset/check/check-content.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { CONTENT_FLAGS, defineCommand, main } from '../command.ts';
import { oneFolder } from '../run-task.ts';
import { findCandidates } from './find-candidates.ts';
import { formatSuggestions, groupCandidates } from './suggest-aspects.ts';

const suggestAspects = defineCommand({
  name: 'suggest-aspects',
  about: 'Suggests terms for aspects.yaml: what reviews often speak of and no aspect finds.',
  usage: ['[DIR]', '[--content DIR]'],
  flags: { content: CONTENT_FLAGS.content },
  args: { least: 0, most: 1, name: 'DIR' },
  exitCodes: { 0: 'it is done', 1: 'the content has errors' },
  run({ args, flags }, { now, printError, readEnvironment }) {
    const folder = contentFolder(oneFolder(args, flags.content), readEnvironment());
    printError(describeFolder(folder));
    const { content, aspects } = loadContent(folder, now);
    const candidates = findCandidates(content);
    const suggested = formatSuggestions(
      groupCandidates(candidates, content.aspects),
      { aspects: content.aspects, trade: aspects?.value.trade },
      candidates.reviewCount,
    );
    return { lines: [suggested.trimEnd()] };
  },
});

await main(suggestAspects);
