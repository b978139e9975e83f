import { z } from 'zod';
import { type AnnotatedText, vocabularyOf } from '#dataset/annotate.ts';
import type { Content } from '#dataset/content.ts';
import { languageOf } from '#dataset/published-reviews.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { unpackModel } from '#insights/polarity/polarity.ts';
import { isAnalysed, segmentText } from '#insights/text/segment-text.ts';
import { PEERS } from '../../evaluate/peers.ts';
import { publishInsights, publishPlain, restartWithRelease } from './measure-publishing.ts';
import { makeSample, TEXTS } from './sample.ts';
import { type AnalysisName, type Figures, TASKS, type TaskName } from './tasks.ts';

// This is the process of one task: it measures it alone and writes the figures to stdout.

const Order = z.tuple([
  z.enum(TASKS),
  z.enum(TEXTS),
  z.coerce.number().int().positive(),
  z.string(),
]);

function measure(task: TaskName, content: ReturnType<typeof makeSample>, folder: string): Figures {
  switch (task) {
    case 'publish':
      return publishInsights(content, folder);
    case 'restart':
      return restartWithRelease(content, folder);
    case 'plain':
      return publishPlain(content);
    default:
      return analyseTexts(task, content);
  }
}

function analyseTexts(name: AnalysisName, content: Content): Figures {
  const language = languageOf(content);
  const texts = content.reviews.map((review) => ({
    ...review,
    inLanguage: review.inLanguage ?? language,
  }));
  if (name === 'Testimony') return annotateTexts(texts, content);
  const peer = PEERS.find((one) => one.name === name);
  return scoreClauses(texts, peer?.score ?? (() => 0));
}

function annotateTexts(texts: readonly AnnotatedText[], content: Content): Figures {
  unpackModel();
  const start = performance.now();
  const annotate = createAnnotator()(vocabularyOf(content));
  for (const text of texts) annotate(text);
  return { analysis: [performance.now() - start] };
}

function scoreClauses(texts: readonly AnnotatedText[], score: (text: string) => number): Figures {
  let clauses = 0;
  const start = performance.now();
  for (const text of texts) {
    if (!isAnalysed(text)) continue;
    for (const sentence of segmentText(text.reviewBody)) {
      for (const clause of sentence.clauses) {
        score(text.reviewBody.slice(clause.start, clause.end));
        clauses++;
      }
    }
  }
  return { analysis: [performance.now() - start], clauses: [clauses] };
}

const [task, texts, size, folder] = Order.parse(process.argv.slice(2));
process.stdout.write(JSON.stringify(measure(task, makeSample({ texts, size }), folder)));
