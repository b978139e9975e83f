import { z } from 'zod';
import { analyseTexts } from './analyse-texts.ts';
import type { Figures } from './figures.ts';
import { publishPlain, restartWithRelease } from './first-dataset.ts';
import { publishInsights } from './publish-insights.ts';
import { makeSample, TEXTS } from './sample.ts';
import { TASKS, type TaskName } from './tasks.ts';

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

const [task, texts, size, folder] = Order.parse(process.argv.slice(2));
process.stdout.write(JSON.stringify(measure(task, makeSample({ texts, size }), folder)));
