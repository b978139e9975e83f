/**
 * Trains the models, `npm run train`: training-data.ts reads our texts and the texts of others,
 * model.ts fits three regressions for polarity, aspect-model.ts one for each aspect of law. Then
 * they are measured as by `npm run evaluate`, and the new figures are written into their card; the
 * words of the card are edited in place. Equal data, equal bytes.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { parseAspectModel, storeAspectModel } from '#insights/aspects/aspect-model.ts';
import { parseModel, storeModel } from '#insights/polarity/model-file.ts';
import card from '../../../site/insights/polarity/model-card.json' with { type: 'json' };
import { defineCommand, main } from '../../command.ts';
import { evaluateAll } from '../evaluate/evaluate.ts';
import { formatTables, type Section } from '../evaluate/section.ts';
import { trainAspectModel } from './aspect-model.ts';
import { trainModel } from './model.ts';
import { MATERIALS, readTrainingData, type TrainingData } from './training-data.ts';

const ROOM = join(import.meta.dirname, '../../../site/insights');

/** `materials` has our sentences and lexicon; the models and their card are written into `room`. */
export function createTraining(materials = MATERIALS, room = ROOM) {
  return defineCommand({
    name: 'train',
    about: 'Trains the models of the insights, and writes them with their card.',
    usage: ['UCI-FOLDER MAMS-FOLDER'],
    flags: {},
    args: { least: 2, most: 2, name: 'UCI-FOLDER or MAMS-FOLDER' },
    exitCodes: { 0: 'it was trained', 1: 'the data is faulty' },
    run({ args: [uci = '', mams = ''] }) {
      const folders = { uci, mams, materials };
      const data = readTrainingData(folders);
      const texts = [...data.uci.flat(), ...data.mams, ...data.own];
      const stored = storeModel(trainModel(texts, data.lexicon));
      const polarity = `${JSON.stringify(stored)}\n`;
      const ids = shippedList('law').aspects.map(({ id }) => id);
      const rows = storeAspectModel(trainAspectModel(data.law, ids));
      const aspects = rows.map((row) => `${row.join('\t')}\n`).join('');
      // Measured as they are stored, with rounded weights.
      const models = { polarity: parseModel(stored), aspects: parseAspectModel(rows) };
      const modelSha256 = hash('sha256', polarity + aspects);
      const files = {
        'aspects/law-model.tsv': aspects,
        'polarity/polarity-model.json': polarity,
        ...renderCards(modelSha256, data, evaluateAll(models, folders)),
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(room, name), text);
      return { lines: Object.keys(files).map((name) => join(room, name)) };
    },
  });
}

function renderCards(modelSha256: string, data: TrainingData, sections: readonly Section[]) {
  const { uci, mams, own, lexicon } = data;
  const sizes = [uci.flat().length, mams.length, own.length, lexicon.size];
  const sources = card.sources.map((source, place) => ({ ...source, count: sizes[place] }));
  const benchmarks = sections.flatMap(({ figures }) =>
    figures.filter(({ value }) => value !== null),
  );
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(4)) : value;
  const rows = sizes.values();
  const tables = formatTables(sections);
  return {
    'polarity/model-card.json': `${JSON.stringify({ ...card, modelSha256, sources, benchmarks }, round, 2)}\n`,
    'polarity/MODEL-CARD.md': readFileSync(join(ROOM, 'polarity/MODEL-CARD.md'), 'utf8')
      .replace(/\b[0-9a-f]{64}\b/, modelSha256)
      .replace(/(?<=^\|[^|]+\| )\d+ +/gm, (cell) => String(rows.next().value).padEnd(cell.length))
      .replace(/(?<=```\n).*(?=```)/s, () => tables),
  };
}

if (import.meta.main) await main(createTraining());
