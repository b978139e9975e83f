/**
 * Shows the analysis of reviews: `npm run insights`. read-review.ts shows clause by clause how one
 * review was read, and explain-quotes.ts why words are quoted or not; mentions.ts lists all
 * mentions of an aspect, and suggest-terms.ts suggests more terms. analyze-content.ts makes the
 * analysis, and format-reading.ts has the texts for people.
 */
import { loadContent } from '#dataset/check/check-content.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { CONTENT_FLAGS, defineCommand } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { analyzeContent } from './analyze-content.ts';
import { formatReading } from './format-reading.ts';
import { formatMentions, listMentions } from './mentions.ts';
import { readReview } from './read-review.ts';
import { formatSuggestions, suggestTerms } from './suggest-terms.ts';

export const insights = defineCommand({
  name: 'insights',
  about: 'Shows how reviews were analyzed.',
  usage: ['--review ID', '--aspect ID', '--suggest'],
  flags: {
    review: { type: 'string', value: 'ID', about: 'one review, clause by clause' },
    aspect: { type: 'string', value: 'ID', about: 'everything that reviews say about an aspect' },
    suggest: { type: 'boolean', about: 'terms for aspects.yaml, from opinions without an aspect' },
    content: CONTENT_FLAGS.content,
    json: CONTENT_FLAGS.json,
  },
  exitCodes: { 0: 'done', 1: 'the content cannot be read', 2: 'invalid usage, or an unknown ID' },
  run({ flags: { review, aspect, suggest, content } }, { printError, readEnvironment }) {
    if ([review, aspect, suggest || undefined].filter((one) => one !== undefined).length !== 1) {
      throw new UsageError('Give one of --review ID, --aspect ID and --suggest.');
    }
    const folder = contentFolder(content, readEnvironment());
    printError(describeFolder(folder));
    const analysis = analyzeContent(loadContent(folder).content);
    const show = <D>(data: D, format: (data: D) => string) => ({ lines: [format(data)], data });
    if (review !== undefined) return show(readReview(analysis, review), formatReading);
    if (aspect !== undefined) return show(listMentions(analysis, aspect), formatMentions);
    return show(suggestTerms(analysis), formatSuggestions);
  },
});
