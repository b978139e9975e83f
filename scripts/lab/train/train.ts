/**
 * Trains the model of polarities, `npm run train`: training-data.ts reads our texts and the texts of
 * others, and model.ts fits three regressions. Then it is measured as by `npm run evaluate`, and the new
 * figures are written into its card; the words of the card are edited in place. Same data, same bytes.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseModel, storeModel } from '#insights/polarity/model-file.ts';
import card from '../../../site/insights/polarity/model-card.json' with { type: 'json' };
import { defineCommand, main } from '../../command.ts';
import { evaluateAll } from '../evaluate/evaluate.ts';
import { formatTables, type Section } from '../evaluate/section.ts';
import { trainModel } from './model.ts';
import { MATERIALS, readTrainingData, type TrainingData } from './training-data.ts';

const ROOM = join(import.meta.dirname, '../../../site/insights/polarity');

/** `materials` has our sentences and lexicon; the model and its card are written into `room`. */
export function createTraining(materials = MATERIALS, room = ROOM) {
  return defineCommand({
    name: 'train',
    about: 'Trains the model of the insights, and writes it with its card.',
    usage: ['UCI-FOLDER MAMS-FOLDER'],
    flags: {},
    args: { least: 2, most: 2, name: 'UCI-FOLDER or MAMS-FOLDER' },
    exitCodes: { 0: 'it was trained', 1: 'the data are faulty' },
    run({ args: [uci = '', mams = ''] }) {
      const folders = { uci, mams, materials };
      const data = readTrainingData(folders);
      const texts = [...data.uci.flat(), ...data.mams, ...data.own];
      const stored = storeModel(trainModel(texts, data.lexicon));
      const bytes = `${JSON.stringify(stored)}\n`;
      // Measured as it is stored, with rounded weights.
      const sections = evaluateAll(parseModel(stored), folders);
      const files = { 'polarity-model.json': bytes, ...renderCards(bytes, data, sections) };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(room, name), text);
      return { lines: Object.keys(files).map((name) => join(room, name)) };
    },
  });
}

function renderCards(bytes: string, data: TrainingData, sections: readonly Section[]) {
  const modelSha256 = hash('sha256', bytes);
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
    'model-card.json': `${JSON.stringify({ ...card, modelSha256, sources, benchmarks }, round, 2)}\n`,
    'MODEL-CARD.md': readFileSync(join(ROOM, 'MODEL-CARD.md'), 'utf8')
      .replace(/\b[0-9a-f]{64}\b/, modelSha256)
      .replace(/(?<=^\|[^|]+\| )\d+ +/gm, (cell) => String(rows.next().value).padEnd(cell.length))
      .replace(/(?<=```\n).*(?=```)/s, () => tables),
  };
}

if (import.meta.main) await main(createTraining());
