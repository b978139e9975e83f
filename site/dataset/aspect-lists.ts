import { join } from 'node:path';
import type { Located } from './content.ts';
import { FILE_START } from './content-problem.ts';
import { DISK } from './file-system.ts';
import { parseYaml } from './parse-yaml.ts';
import { type AspectList, changeList, type ResolvedAspects } from './resolve-aspects.ts';
import { AspectChanges, type Trade } from './stored-aspects.ts';

const FOLDER = join(import.meta.dirname, 'aspect-lists');
const NOTHING: AspectList = { aspects: [], others: [] };
const read = new Map<Trade, AspectList>();

/** The aspects of a trade, as they come with the program. */
export function shippedList(trade: Trade): AspectList {
  const known = read.get(trade) ?? readList(join(FOLDER, `${trade}.yaml`));
  read.set(trade, known);
  return known;
}

function readList(file: string): AspectList {
  const { value, problems } = parseYaml(
    { file, text: DISK.readFileSync(file, 'utf8') },
    AspectChanges,
  );
  const resolved = value && changeList(NOTHING, value);
  if (resolved && resolved.findings.length === 0) return resolved.list;
  throw new Error(`${file} is damaged; install this version again.`, {
    cause: problems ?? resolved?.findings,
  });
}

let assumed: Located<ResolvedAspects> | undefined;

/** What stands for `aspects.yaml` where there is none: the same object each time. */
export function assumedAspects(): Located<ResolvedAspects> {
  assumed ??= {
    file: 'aspects.yaml',
    value: { ...shippedList('general'), trade: 'general', isChosen: false, written: [] },
    openPlaces: () => () => FILE_START,
  };
  return assumed;
}
