import type { ColumnMap } from '../columns/column-map.ts';
import type { Judgement } from '../columns/columns.ts';
import type { Options } from '../options.ts';
import { amount, command } from '../phrases.ts';
import type { Plan } from '../plan/plan.ts';
import type { Table } from '../read/table.ts';
import { renderMap } from './write-letter.ts';

const HOW_TO_CORRECT =
  'Read by this map; to correct it, save it as map.yaml and add --map map.yaml:';

/** Returns what the file was recognized as, or how its columns are read. */
export function describeTable(
  { kind, name, rows, skipped }: Table,
  { lines, recognized }: Judgement,
  given: ColumnMap | undefined,
): string[] {
  const { about, untried } = recognized?.map ?? given ?? {};
  const found = `${kind}, ${name}: ${amount(rows.length + skipped.length, 'row')}`;
  const isUntried = untried ? ' This has not been tried on a real export: check the reviews.' : '';
  if (about !== undefined) return [found, `Recognized: ${about.replace(/\.$/, '')}.${isUntried}`];
  return given ? [found] : [found, HOW_TO_CORRECT, ...renderMap(lines).map((line) => `  ${line}`)];
}

/** Returns which new reviews are public, and why; and how to publish the others, once they are stored. */
export function remarkOnNew({ added }: Plan, { content }: Options, isDone: boolean): string[] {
  const count = (number: number, state: string) => {
    const verb = isDone ? (number === 1 ? 'is' : 'are') : 'will be';
    return `${amount(number, 'new review')} ${verb} ${state}`;
  };
  const published = added.filter(({ isPending }) => !isPending);
  const lines = [...Map.groupBy(published, whoVerified)].map(
    ([who, { length }]) => `${count(length, 'published')}: ${who} ${length === 1 ? 'it' : 'them'}.`,
  );
  if (isDone && published.length > 0) {
    lines.push('A running service shows them within seconds; npm start starts one.');
  }
  const pending = added.filter(({ isPending }) => isPending);
  for (const [source, some] of Map.groupBy(pending, ({ incoming }) => incoming.sourceName)) {
    const refused = some.filter(({ incoming }) => incoming.isVouched === false).length;
    const not = refused > 0 ? `; of ${refused}, ${source} has not verified the author` : '';
    lines.push(`${count(some.length, 'pending')}, so not published${not}.`);
    if (!isDone) continue;
    lines.push('Once you know that the authors were clients, publish them:');
    lines.push(`  ${command('verify', [], { source, content })}`);
  }
  const nameless = added.filter(({ incoming }) => incoming.authorName === undefined).length;
  return nameless > 0 ? [...lines, `Without a name: ${nameless}; readers see "Anonymous".`] : lines;
}

/** Returns the one who says that the author of a published review was a client. */
function whoVerified({ incoming }: Plan['added'][number]): string {
  return incoming.isVouched ? `${incoming.sourceName} verified` : 'you vouched for';
}
