import type { ColumnMap } from '../columns/column-map.ts';
import type { Judgement } from '../columns/columns.ts';
import type { Options } from '../options.ts';
import type { Plan } from '../plan/plan.ts';
import type { Table } from '../read/table.ts';
import { amount, isBack } from './report.ts';
import { command, renderMap } from './write-letter.ts';

const HOW_TO_CORRECT =
  'Read by this map; to correct it, save it as map.yaml and add --map map.yaml:';

const YOU = 'you vouched for';
const NEXT = 'A running service shows them within seconds; npm start starts one.';

/** Returns what the file was recognized as, or how its columns are read. */
export function describeTable(
  { kind, name, rows, skipped }: Table,
  { lines, recognized }: Judgement,
  given: ColumnMap | undefined,
  isAtTerminal: boolean,
): string[] {
  const { about, untried } = recognized?.map ?? given ?? {};
  const found = `${kind}, ${name}: ${amount(rows.length + skipped.length, 'row')}`;
  const isUntried = untried ? ' This has not been tried on a real export: check the reviews.' : '';
  if (about !== undefined) return [found, `Recognized: ${about.replace(/\.$/, '')}.${isUntried}`];
  if (given) return [found];
  return [
    ...(isAtTerminal ? ['', `${found}. Its columns:`] : [found, HOW_TO_CORRECT]),
    ...renderMap(lines).map((line) => `  ${line}`),
  ];
}

/** Returns which new reviews are public, and why; and how to publish the others, once they are stored. */
export function remarkOnNew(
  { added }: Pick<Plan, 'added'>,
  { content, isVerified, isDone }: Pick<Options, 'content' | 'isVerified'> & { isDone: boolean },
): string[] {
  const count = ({ length }: readonly unknown[], state: string) =>
    `${amount(length, 'new review')} ${isDone ? (length === 1 ? 'is' : 'are') : 'will be'} ${state}`;
  const them = (some: readonly unknown[]) => (some.length === 1 ? 'it' : 'them');
  const published = added.filter(({ isPending }) => !isPending);
  const lines = [...Map.groupBy(published, whoVerified)].map(([who, some]) => {
    const flag = isVerified && who === YOU ? ' (--verified)' : '';
    return `${count(some, 'published')}: ${who} ${them(some)}${flag}.`;
  });
  if (isDone && published.length > 0) lines.push(NEXT);
  const pending = added.filter(({ isPending }) => isPending);
  for (const [source, some] of Map.groupBy(pending, ({ incoming }) => incoming.sourceName)) {
    const refused = some.filter(({ incoming }) => incoming.isVouched === false);
    const which = refused.length < some.length ? `${refused.length} of them` : them(some);
    const not = refused.length > 0 ? ` (${source} did not verify ${which})` : '';
    const all = refused.length > 0 && some.length > 1 ? 'all of ' : '';
    const checked = some.length === 1 ? 'its author was a client' : 'their authors were clients';
    lines.push(`${count(some, 'pending')}, so not published${not}.`);
    if (!isDone) continue;
    lines.push(`When you have checked that ${checked}, this publishes ${all}${them(some)}:`);
    lines.push(`  ${command('verify', [], { source, content })}`);
  }
  const back = isDone ? added.filter(isBack) : [];
  const [first] = back;
  if (first) {
    const id = back.length === 1 ? first.id : 'ID';
    lines.push(`To keep ${back.length === 1 ? 'the one' : 'one'} away whose file was deleted:`);
    lines.push(`  ${command('remove', [id], { reason: 'REASON', content })}`);
  }
  const nameless = added.filter(({ incoming }) => incoming.authorName === undefined);
  if (nameless.length > 0) {
    const have = nameless.length === 1 ? 'has' : 'have';
    lines.push(
      `${amount(nameless.length, 'new review')} ${have} no name: readers see "Anonymous".`,
    );
  }
  return lines;
}

/** Returns the one who says that the author of a published review was a client. */
export function whoVerified({ incoming }: Plan['added'][number]): string {
  return incoming.isVouched ? `${incoming.sourceName} verified` : YOU;
}
