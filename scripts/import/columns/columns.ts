/**
 * Judges the columns of a table. Its map is a person's (column-map.ts), one of the program in
 * ../maps (program-maps.ts), or made of the names of the columns (guess-columns.ts, words.yaml) and
 * their values (values.ts, states.ts). A person decides the rest by answering questions
 * (question.ts): which columns are meant (ask-columns.ts), and what their values mean
 * (ask-values.ts). Columns that are not read are named, so that nothing is lost without a word.
 */
import { CommandError } from '../../command.ts';
import type { Table } from '../read/table.ts';
import { askColumns, sayColumn } from './ask-columns.ts';
import { askDates, askRatings, askSource } from './ask-values.ts';
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
import { findTexts, guessColumns, isDecisive } from './guess-columns.ts';
import { isOfProgram, type ProgramMap, recognizeMap } from './program-maps.ts';
import type { Question } from './question.ts';
import { askStates } from './states.ts';
import {
  type Column,
  fits,
  isBlank,
  isCode,
  isDate,
  isText,
  isUrl,
  readBy,
  readColumns,
} from './values.ts';

export type JudgeContext = {
  /** The map of --map. */
  readonly given?: ProgramMap | undefined;
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
  const base = given ?? recognized;
  const isOurs = base !== undefined && isOfProgram(base.name);
  const answers = { ...said, ...(source !== undefined && { source: [{ constant: source }] }) };
  const decided = mergeLines(base?.map ?? {}, answers);
  const applied = applyMap(base?.name ?? 'the map', decided, table.header, isOurs);
  const start = base
    ? dropMisfits(applied, said, columns, isOurs ? undefined : base.name)
    : applied;
  const { map: guessed, unclear } = guessColumns(
    leaveOut(columns, listUsed(start)),
    (key) => isOpenKey(key, start, table.kind) && (base === undefined || isDecisive(key)),
  );
  const map: TableMap = { ...start, ...guessed };
  const unread = leaveOut(columns, listUsed(map));
  // A person's map is taken as it says.
  if (!unclear.has('text') && said.text === undefined && (isOurs || !base)) {
    const texts = findTexts(readBy(map, columns, 'text'), unread);
    if (texts.length > 0) unclear.set('text', texts);
  }
  // Until it is clear which column is the text, others may be the reply.
  if (unclear.has('text')) unclear.delete('reply');
  const dates = askDates(map, columns, country);
  const questions = [
    ...askSource(map, columns),
    ...askColumns(unclear),
    ...askStates(map, columns),
    ...askRatings(map, columns),
    ...dates.questions,
  ];
  const lines = linesOf(map);
  if (questions.length > 0) return { lines, questions, recognized, remarks: [] };
  const emails = table.header.filter(isEmailColumn).join(', ');
  const dropped = `Dropped, because email addresses are never imported: ${emails}`;
  const remarks = [
    ...(emails === '' ? [] : [dropped]),
    ...dates.remarks,
    ...remarkOnUnread(unread),
  ];
  const dateFormat = map.dateFormat ?? dates.order;
  return { lines, questions, recognized, remarks, map: { ...map, dateFormat } };
}

/**
 * Leaves out the columns of a map of the program that have other values than it expects. A person's
 * map is refused if its names or its ratings are of something else, such as the place.
 */
function dropMisfits(
  map: TableMap,
  said: ColumnMap,
  columns: readonly Column[],
  refuser: string | undefined,
): TableMap {
  const words = new Set(Object.keys(map.ratings ?? {}).map(bare));
  const isWrong = (key: ColumnKey, column: Column) =>
    column.sample.length > 0 &&
    !fits(key, column) &&
    // Of an id there may be copies; without it, all reviews would have others.
    !(key === 'id' && column.sample.every((cell) => isCode(cell) && !isUrl(cell))) &&
    // All recommendations may be positive.
    !(key === 'rating' && column.sample.some((cell) => words.has(bare(cell))));
  const judged = COLUMN_KEYS.filter((key) => said[key] === undefined && map[key]);
  const kept = judged.map((key) => {
    const wrong = readBy(map, columns, key).filter((column) => isWrong(key, column));
    const fault = wrong.find((one) => ['author', 'rating'].includes(key) && !isBlank(key, one));
    if (refuser !== undefined && fault) {
      throw new CommandError(
        `${refuser}: ${key} names a column that has something else (${sayColumn(fault)}); name another one`,
      );
    }
    const names = new Set<unknown>(wrong.map(({ name }) => name));
    const some = (map[key] ?? []).filter((one) => !names.has(one));
    return [key, some.length > 0 ? some : undefined];
  });
  return refuser === undefined ? { ...map, ...Object.fromEntries(kept) } : map;
}

function leaveOut(columns: readonly Column[], used: ReadonlySet<string>): readonly Column[] {
  return columns.filter(({ name }) => !used.has(name));
}

function isOpenKey(key: ColumnKey, map: TableMap, kind: Table['kind']): boolean {
  // In JSON, anonymous authors may have no such member.
  const isAbsent = key === 'author' && kind === 'JSON' && map.absent.has(key);
  return map[key] === undefined && !isAbsent;
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
