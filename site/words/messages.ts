import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';
import en from './en.json' with { type: 'json' };

/** The keys of all messages, such as `list.form.submit`: the paths within en.json. */
export type MessageKey = KeysOf<typeof en>;

type KeysOf<Node> = {
  [Name in keyof Node & string]: Node[Name] extends string ? Name : `${Name}.${KeysOf<Node[Name]>}`;
}[keyof Node & string];

/** The arguments of a message, by the names that it gives them. */
export type MessageValues = Readonly<Record<string, PrimitiveType>>;

/** A part of a message: plain text, or the text of a link. */
type MessagePart = string | { readonly link: string };

/** The messages of one language (ICU MessageFormat, as FormatJS has it). */
export type Messages = {
  /** The text of a message, without its links; throws if an argument is missing. */
  readonly t: (key: MessageKey, values?: MessageValues) => string;
  /** The parts of a message: the words between `<a>` and `</a>` are a link. */
  readonly parts: (key: MessageKey, values?: MessageValues) => readonly MessagePart[];
};

/** The format of `{mean, number, mean}`: always two decimals, so that means can be compared. */
const FORMATS = { number: { mean: { minimumFractionDigits: 2, maximumFractionDigits: 2 } } };

type Tree = { readonly [name: string]: string | Tree };

/** Compiles each message on first use. */
export function createMessages(tree: Tree, language: string): Messages {
  const compiled = new Map<MessageKey, IntlMessageFormat>();
  const compile = (key: MessageKey) => {
    const message = new IntlMessageFormat(messageAt(tree, key), language, FORMATS);
    compiled.set(key, message);
    return message;
  };
  const format = <Part>(
    key: MessageKey,
    values: MessageValues,
    link: (text: string) => Part | string,
  ) =>
    (compiled.get(key) ?? compile(key)).format<Part | string>({
      ...values,
      a: (chunks) => link(chunks.join('')),
    });
  return {
    t: (key, values = {}) => String(format(key, values, (text) => text)),
    parts: (key, values = {}) => [format<MessagePart>(key, values, (link) => ({ link }))].flat(),
  };
}

function messageAt(tree: Tree, key: string): string {
  let node: string | Tree | undefined = tree;
  for (const name of key.split('.')) node = typeof node === 'object' ? node[name] : undefined;
  if (typeof node !== 'string') throw new Error(`There is no message ${key}.`);
  return node;
}
