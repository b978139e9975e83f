/**
 * Judges the columns of a table. Its map is a person's (column-map.ts), one of the program in
 * ../maps (program-maps.ts), or made of the names of the columns (guess-columns.ts, words.yaml) and
 * their values (values.ts, states.ts). A person decides the rest by answering questions
 * (question.ts): which columns are meant (ask-columns.ts), and what their values mean
 * (ask-values.ts). Columns that are not read are named, so that nothing is lost without a word.
 */
import type { Table } from '../read/table.ts';
import { askColumns, findSecond, findTexts, sayColumn } from './ask-columns.ts';
import { askDates, askRatings, askSource, askStates } from './ask-values.ts';
import {
  applyMap,
  bare,
  COLUMN_KEYS,
  type ColumnKey,
  type ColumnMap,
  isEmailColumn,
  linesOf,
  listUsed,
  mergeLines,
  type TableMap,
} from './column-map.ts';
import { DECISIVE, guessColumns, isDecisive, rankName, UNKNOWN } from './guess-columns.ts';
import { isOfProgram, type ProgramMap, recognizeMap } from './program-maps.ts';
import type { Question } from './question.ts';
import { type Column, fits, isCode, isDate, isText, isUrl, readColumns } from './values.ts';
import { wordsOf } from './words.ts';

export type JudgeContext = {
  /** The map of --map; its columns are not judged. */
  readonly given?: { readonly name: string; readonly map: ColumnMap } | undefined;
  /** The name of --source. */
  readonly source?: string | undefined;
  /** The country of the business, such as US, whose order of day and month is the likeliest. */
  readonly country?: string | undefined;
};

export type Judgement = {
  /** The map of this table as far as it is decided, with the source of --source. */
  readonly lines: ColumnMap;
  readonly questions: readonly Question[];
  /** Of the whole table, once no question is open. */
  readonly remarks: readonly string[];
  /** The map of the program that has these columns. */
  readonly recognized?: ProgramMap | undefined;
  /** Set if no question is open. */
  readonly map?: TableMap | undefined;
};

/** Returns the map of a table with the answers in `said`, and the questions that are open. */
export function judgeTable(table: Table, said: ColumnMap, context: JudgeContext): Judgement {
  const { given, source, country } = context;
  const columns = readColumns(table);
  const recognized = given ? undefined : recognizeMap(table.header);
  const isOurs = recognized !== undefined || (given !== undefined && isOfProgram(given.name));
  const base = given?.map ?? recognized?.map;
  const answers = { ...said, ...(source !== undefined && { source: { constant: source } }) };
  const decided = mergeLines(base ?? {}, answers);
  const applied = applyMap(given?.name ?? 'the map', decided, table.header, isOurs);
  const start = isOurs ? dropMisfits(applied, said, columns) : applied;
  const guess = guessColumns(
    leaveOut(columns, listUsed(start)),
    (key) => isOpenKey(key, start, table.kind) && (base === undefined || isDecisive(key)),
  );
  const map = addReplyDate({ ...start, columns: { ...guess.map, ...start.columns } }, columns);
  const unread = leaveOut(columns, listUsed(map));
  const unclear = new Map(guess.unclear);
  const ask = (key: ColumnKey, found: readonly Column[]) => {
    if (found.length > 0) unclear.set(key, found);
  };
  if (!unclear.has('text') && said.text === undefined)
    ask('text', findTexts(map, columns, unread, given !== undefined));
  for (const key of given ? DECISIVE : [])
    if (!unclear.has(key)) ask(key, findSecond(key, map, columns, unread));
  // Until it is clear which column is the text, others may be the reply.
  if (unclear.has('text')) unclear.delete('reply');
  const dates = askDates(map, columns, country);
  const questions = [
    ...askSource(map, columns),
    ...askColumns(unclear, given !== undefined),
    ...askStates(map, columns),
    ...askRatings(map, columns),
    ...dates.questions,
  ];
  const emails = table.header.filter(isEmailColumn);
  const isDone = questions.length === 0;
  return {
    lines: linesOf(map),
    questions,
    remarks: isDone
      ? [
          ...(emails.length > 0
            ? [`Dropped, because email addresses are never imported: ${emails.join(', ')}`]
            : []),
          ...dates.remarks,
          ...remarkOnStars(map, columns),
          ...remarkOnUnread(unread),
        ]
      : [],
    recognized,
    map: isDone ? { ...map, dateFormat: map.dateFormat ?? dates.order } : undefined,
  };
}

/** Adds the date beside a reply whose name is unknown, such as "Comment Date" to "Comment Content". */
function addReplyDate(map: TableMap, columns: readonly Column[]): TableMap {
  const reply = columns.find(({ name }) => map.columns.reply?.includes(name));
  const prefix = wordsOf(reply?.name ?? '')
    .slice(0, -1)
    .join(' ');
  const isKnown =
    !isOpenKey('replyDate', map, 'CSV') || !reply || rankName('reply', reply) < UNKNOWN;
  const date = leaveOut(columns, listUsed(map)).find(
    (one) => fits('replyDate', one) && wordsOf(one.name).join(' ').startsWith(`${prefix} `),
  );
  if (isKnown || prefix === '' || !date) return map;
  return { ...map, columns: { ...map.columns, replyDate: [date.name] } };
}

/** Leaves out columns with other values than a map of the program expects. */
function dropMisfits(map: TableMap, said: ColumnMap, columns: readonly Column[]): TableMap {
  const words = new Set(Object.keys(map.ratings ?? {}).map(bare));
  const isRight = (key: ColumnKey, column: Column) =>
    said[key] !== undefined ||
    column.sample.length === 0 ||
    fits(key, column) ||
    // Of an id there may be copies; without it, all reviews would have others.
    (key === 'id' && column.sample.every((cell) => isCode(cell) && !isUrl(cell))) ||
    // All recommendations may be positive.
    (key === 'rating' && column.sample.some((cell) => words.has(bare(cell))));
  const kept = COLUMN_KEYS.flatMap((key) => {
    const right = columns.filter((column) => isRight(key, column)).map(({ name }) => name);
    const names = map.columns[key]?.filter((name) => right.includes(name)) ?? [];
    return names.length > 0 ? [[key, names] as const] : [];
  });
  return { ...map, columns: Object.fromEntries(kept) };
}

function leaveOut(columns: readonly Column[], used: ReadonlySet<string>): readonly Column[] {
  return columns.filter(({ name }) => !used.has(name));
}

function isOpenKey(key: ColumnKey, map: TableMap, kind: Table['kind']): boolean {
  // In JSON, anonymous authors may have no such member.
  const isNone = map.none.has(key) || (key === 'author' && kind === 'JSON' && map.absent.has(key));
  return map.columns[key] === undefined && map.constants[key] === undefined && !isNone;
}

/** Words for stars, such as recommendations, are a decision that readers do not see. */
function remarkOnStars(
  { columns: { rating = [] }, ratings = {} }: TableMap,
  columns: readonly Column[],
) {
  const cells = columns.filter(({ name }) => rating.includes(name)).flatMap((one) => one.cells);
  const counts = Map.groupBy(cells, bare);
  return Object.entries(ratings).flatMap(([word, stars]) => {
    const count = counts.get(bare(word))?.length ?? 0;
    if (count === 0) return [];
    return [
      `"${word}" is published as ${stars} of 5 stars, because the map says so: ${count} of ${columns[0]?.cells.length} rows.`,
    ];
  });
}

/** Names each column with values that is not read; those with texts or dates with some of them. */
function remarkOnUnread(unread: readonly Column[]): string[] {
  const filled = unread.filter(({ sample }) => sample.length > 0);
  const isTelling = ({ sample }: Column) =>
    sample.some((cell) => isText(cell) || (/\D/.test(cell) && isDate(cell)));
  const telling = filled.filter(isTelling);
  const others = filled.filter((column) => !telling.includes(column)).map(({ name }) => name);
  return [
    ...telling.map((column) => `Not read, though it has texts or dates: ${sayColumn(column)}`),
    ...(others.length === 0 ? [] : [`Columns that are not read: ${others.join(', ')}`]),
  ];
}
