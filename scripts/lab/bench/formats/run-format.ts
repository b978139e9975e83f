import { statSync } from 'node:fs';
import { writeFormat } from '../../../../sidecar/formats/make-file.ts';
import { peakMegabytes } from '../insights/measure-publishing.ts';
import { exportByDuckDb, isDuckDbExport } from './duckdb.ts';
import type { Outcome } from './formats.ts';
import { writePlainSqlite } from './plain-sqlite.ts';
import { openSampleRelease } from './sample-release.ts';

// This is the process of one subject: it makes one file and writes the figures to stdout.

async function measure([
  subject = '',
  name = '',
  folder = '',
  file = '',
  reference,
]: readonly string[]): Promise<Outcome> {
  const start = performance.now();
  let copy: number | null = null;
  let total: number | undefined;
  let peak: number | undefined;
  if (subject === 'ours') writeFormat(name, openSampleRelease(folder), file);
  else if (subject === 'plain') writePlainSqlite(folder, file);
  else if (isDuckDbExport(name)) {
    const times = await exportByDuckDb(name, folder, file, reference);
    copy = times.copy / 1000;
    total = (times.load + times.copy) / 1000;
    peak = times.peakMegabytes;
  } else throw new Error(`Nobody makes ${name}.`);
  return {
    seconds: total ?? (performance.now() - start) / 1000,
    copySeconds: copy,
    megabytes: statSync(file).size / 1e6,
    peakMegabytes: peak ?? peakMegabytes(),
  };
}

process.stdout.write(JSON.stringify(await measure(process.argv.slice(2))));
