/**
 * Shows the analysis of reviews: `npm run insights`. read-review.ts shows clause by clause how one
 * review was read, and explain-quotes.ts why words are quoted or not; mentions.ts lists all
 * mentions of an aspect. analyze-content.ts makes the analysis, and format-reading.ts has the texts
 * for people.
 */
import { loadContent } from '#dataset/check/check-content.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { CONTENT_FLAGS, defineCommand } from '../command.ts';
import { UsageError } from '../command-line/command-line.ts';
import { analyzeContent } from './analyze-content.ts';
import { formatReading } from './format-reading.ts';
import { formatMentions, listMentions } from './mentions.ts';
import { readReview } from './read-review.ts';

export const insights = defineCommand({
  name: 'insights',
  about: 'Shows how reviews were analyzed.',
  usage: ['--review ID', '--aspect ID'],
  flags: {
    review: { type: 'string', value: 'ID', about: 'one review, clause by clause' },
    aspect: { type: 'string', value: 'ID', about: 'everything that reviews say about an aspect' },
    content: CONTENT_FLAGS.content,
    json: CONTENT_FLAGS.json,
  },
  exitCodes: { 0: 'done', 1: 'the content cannot be read', 2: 'invalid usage, or an unknown ID' },
  run({ flags: { review, aspect, content } }, { printError, readEnvironment }) {
    if ((review === undefined) === (aspect === undefined)) {
      throw new UsageError('Give either --review ID or --aspect ID.');
    }
    const folder = contentFolder(content, readEnvironment());
    printError(describeFolder(folder));
    const analysis = analyzeContent(loadContent(folder).content);
    const show = <D>(data: D, format: (data: D) => string) => ({ lines: [format(data)], data });
    if (review !== undefined) return show(readReview(analysis, review), formatReading);
    return show(listMentions(analysis, aspect ?? ''), formatMentions);
  },
});
