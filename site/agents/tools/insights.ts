import { z } from 'zod';
import { InsightsDocument } from '#insights/insights-document.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { rememberByKey } from '../remember.ts';
import { defineTool, STRANGERS_WORDS } from '../tool.ts';

const SECTIONS = ['aspects', 'entities', 'topics', 'faq', 'summary'] as const;
const oneOf = `must be one of ${SECTIONS.join(', ')}`;
const list = `must be a list of at least one of ${SECTIONS.join(', ')}`;

const Input = z.strictObject({
  sections: z
    .array(z.enum(SECTIONS, oneOf), list)
    .min(1, list)
    .refine((names) => new Set(names).size === names.length, 'must not hold a section twice')
    .optional()
    .meta({
      description: `Which parts are wanted; all without it. "aspects": what is praised and criticized, with scores, trends and quotes. "entities": figures of each technician, service and place. "topics": what reviews are about. "faq": questions and answers with evidence. "summary": strengths and concerns in prose.`,
      uniqueItems: true,
      example: ['summary', 'faq'],
    }),
});

/** Maximum texts kept for each release; all sections together may be long. */
const MAX_TEXTS = 8;

const answerOf = rememberByKey(MAX_TEXTS, async ({ insights }: ReviewSource, key) => {
  const wanted = key.split(',');
  const unwanted = SECTIONS.filter((section) => !wanted.includes(section));
  const left = ['$schema', ...unwanted];
  const shown = Object.entries(await insights()).filter(([name]) => !left.includes(name));
  return JSON.stringify(Object.fromEntries(shown));
});

export const getInsights = defineTool({
  name: 'get_insights',
  title: 'What the reviews say, analyzed',
  description: `Figures and findings over all reviews, as in insights.json: aspects that are praised and criticized, with scores, trends and quotes; figures of each technician, service and place; topics; frequent questions with answers; a summary with strengths and concerns. The methodology tells how accurate the analysis was measured to be. Statements and quotes name the reviews they rest on. The tool for "Is it any good, and why?" and "What are its weak points?". For the reviews behind a statement there is get_review; for figures of a period or a selection, get_review_stats. ${STRANGERS_WORDS}`,
  Input,
  Output: InsightsDocument.omit({ $schema: true }).partial({
    aspects: true,
    entities: true,
    topics: true,
    faq: true,
    summary: true,
  }),
  answer: async ({ sections = SECTIONS }, source) => {
    const inOrder = SECTIONS.filter((section) => sections.includes(section));
    return { ok: true, json: await answerOf(source, inOrder.join(',')) };
  },
});
