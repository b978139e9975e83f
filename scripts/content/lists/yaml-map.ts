import {
  Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';

/*
 * Changes members of a mapping in a YAML text. Everything else stays as it was written, byte by
 * byte: new text replaces the old in place. The caller reads the outcome of an unusual notation
 * back.
 */

/** The new values by key; undefined for members to remove. */
export type Changes = ReadonlyMap<string, unknown>;

type Splice = { readonly start: number; readonly end: number; readonly text: string };

/**
 * Returns the text with other values; undefined if it is not a mapping, or is written in an unusual
 * way.
 */
export function changeMembers(
  text: string,
  changes: Changes,
  oneLine: readonly string[],
): string | undefined {
  const { contents, errors } = parseDocument(text);
  if (errors.length > 0 || !isMap(contents)) return undefined;
  const splices = new MapChange(text, oneLine).splicesOf(contents, changes);
  return splices && applyAll(text, splices);
}

class MapChange {
  readonly #text: string;
  /** Keys of mappings that are written on one line if they are new. */
  readonly #oneLine: readonly string[];

  constructor(text: string, oneLine: readonly string[]) {
    this.#text = text;
    this.#oneLine = oneLine;
  }

  splicesOf(map: YAMLMap, changes: Changes): Splice[] | undefined {
    const pairs = new Map(map.items.map((pair) => [String(pair.key), pair]));
    const last = map.items.at(-1);
    if (!last) return undefined;
    if (map.flow && [...changes].some(([key, value]) => value === undefined && pairs.has(key))) {
      return this.#rewriteFlow(map, changes);
    }
    const splices: Splice[] = [];
    for (const [key, value] of changes) {
      const pair = pairs.get(key);
      const own = pair ? this.#change(map, pair, key, value) : this.#add(map, last, key, value);
      if (!own) return undefined;
      splices.push(...own);
    }
    return splices;
  }

  #change({ flow }: YAMLMap, pair: Pair, key: string, value: unknown): Splice[] | undefined {
    const old = pair.value;
    if (value !== undefined && isScalar(old) && typeof value !== 'object') {
      return this.#replaceScalar(old, startOf(pair), key, value, flow === true);
    }
    if (isMap(old) && isPlain(value)) {
      const before: unknown = old.toJSON();
      return this.splicesOf(old, changesBetween(before, value));
    }
    if (flow) return undefined;
    const start = this.#lineStart(startOf(pair));
    const end = endOfLine(this.#text, endOf(pair));
    const isFlow = isCollection(old) && old.flow === true;
    if (start === undefined) return undefined;
    if (value === undefined) return [{ start, end, text: '' }];
    return [
      { start: startOf(pair), end, text: `${this.#render(key, value, startOf(pair), isFlow)}\n` },
    ];
  }

  #replaceScalar(
    { range, type }: Scalar,
    keyStart: number,
    key: string,
    value: unknown,
    isFlow: boolean,
  ): Splice[] | undefined {
    const [start = 0, end = 0] = range ?? [];
    const [blank = ''] = /\s*$/.exec(this.#text.slice(start, end)) ?? [];
    const text = isFlow
      ? renderInFlow(key, value, type)
      : indent(renderPair(key, value, type), columnOf(this.#text, keyStart));
    return [{ start, end, text: valueIn(key, text) + blank }];
  }

  /** For a mapping in braces, whose members are removed with one of their commas. */
  #rewriteFlow({ items }: YAMLMap, changes: Changes): Splice[] | undefined {
    const [start = 0] = items.map(startOf);
    const end = Math.max(...items.map(endOf));
    if (/[#\n]/.test(this.#text.slice(start, end))) return undefined;
    const left = new Map(changes);
    const kept = items.flatMap((pair) => {
      const key = String(pair.key);
      const value = left.get(key);
      if (!changes.has(key)) return this.#text.slice(startOf(pair), endOf(pair));
      left.delete(key);
      return value === undefined ? [] : renderInFlow(key, value);
    });
    const added = [...left].map(([key, value]) => renderInFlow(key, value));
    return [{ start, end, text: [...kept, ...added].join(', ') }];
  }

  #add({ flow }: YAMLMap, last: Pair, key: string, value: unknown): Splice[] | undefined {
    if (value === undefined) return [];
    if (flow) {
      const end = endOf(last);
      return [{ start: end, end, text: `, ${renderInFlow(key, value)}` }];
    }
    const start = this.#lineStart(startOf(last));
    if (start === undefined) return undefined;
    const end = endOfLine(this.#text, endOf(last));
    const column = ' '.repeat(startOf(last) - start);
    return [{ start: end, end, text: `${column}${this.#render(key, value, startOf(last))}\n` }];
  }

  /** The beginning of a line on which nothing precedes a key. */
  #lineStart(offset: number): number | undefined {
    const start = offset - columnOf(this.#text, offset);
    return this.#text.slice(start, offset).trim() === '' ? start : undefined;
  }

  #render(key: string, value: unknown, keyStart: number, isFlow = false): string {
    const isOneLine = isFlow || this.#oneLine.includes(key);
    return indent(renderPair(key, value, undefined, isOneLine), columnOf(this.#text, keyStart));
  }
}

/** Returns the members that differ. */
export function changesBetween(before: unknown, after: object): Changes {
  const old = new Map<string, unknown>(Object.entries(isPlain(before) ? before : {}));
  const changed = Object.entries(after).filter(
    ([key, value]) => value !== undefined && old.get(key) !== value,
  );
  const gone = [...old.keys()].filter((key) => Reflect.get(after, key) === undefined);
  return new Map<string, unknown>([...changed, ...gone.map((key) => [key, undefined] as const)]);
}

/** True for a mapping of scalar values. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((member) => typeof member !== 'object');
}

function renderPair(
  key: string,
  value: unknown,
  type?: Scalar['type'] | undefined,
  flow = false,
): string {
  const document = new Document({});
  const node = document.createNode(value, { flow });
  // Lines are read best as they are.
  const isLines = typeof value === 'string' && value.includes('\n');
  if (isScalar(node) && type && !isLines) node.type = type;
  document.set(key, node);
  return document.toString({ lineWidth: 0 }).trimEnd();
}

function renderInFlow(key: string, value: unknown, type?: Scalar['type']): string {
  const text = renderPair(key, value, type, true);
  const isUnusual = text.includes('\n') || (typeof value === 'string' && /[,[\]{}]/.test(value));
  return isUnusual ? `${key}: ${JSON.stringify(value)}` : text;
}

function valueIn(key: string, text: string): string {
  return text.slice(key.length + 1).trimStart();
}

function indent(text: string, column: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`);
}

function columnOf(text: string, offset: number): number {
  return offset === 0 ? 0 : offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function startOf({ key }: Pair): number {
  return isNode(key) ? (key.range?.[0] ?? 0) : 0;
}

/** Returns the end of the last of its values; a collection includes the comments below it. */
function endOf({ key, value }: Pair): number {
  if (isMap(value) && !value.flow) {
    const last = value.items.at(-1);
    if (last) return endOf(last);
  }
  const node = isNode(value) ? value : key;
  return isNode(node) ? (node.range?.[1] ?? 0) : 0;
}

export function endOfLine(text: string, end: number): number {
  if (text[end - 1] === '\n') return end;
  const next = text.indexOf('\n', end);
  return next < 0 ? text.length : next + 1;
}

function applyAll(text: string, splices: readonly Splice[]): string | undefined {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text: piece } of splices.toSorted((a, b) => a.start - b.start)) {
    if (start < from) return undefined;
    pieces.push(text.slice(from, start), piece);
    from = end;
  }
  return pieces.join('') + text.slice(from);
}
