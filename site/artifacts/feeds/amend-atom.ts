import { escapeMarkup } from '../markup.ts';

/** What an Atom feed says beyond what the package `feed` can write. */
type Amendment = {
  /** That of its title and of whatever names no other, as a BCP 47 tag. */
  readonly language: string;
  /** RFC 3339 date-time, with its offset. */
  readonly updated: string;
  /** Namespaces beside that of Atom, by prefix. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Elements behind the link to itself, and at its end. */
  readonly behindSelf: readonly string[];
  readonly atEnd: readonly string[];
  /** Its entries, in their order. */
  readonly entries: readonly {
    readonly language: string;
    readonly published: string;
    readonly updated: string;
  }[];
};

const FEED = '<feed xmlns="http://www.w3.org/2005/Atom"';
const FEED_END = '\n</feed>';
const SELF = '<link rel="self"';
/** The package takes titles for HTML. Text that is escaped for HTML is text that is escaped for XML. */
const TITLE = ['<title type="html"><![CDATA[', ']]></title>'] as const;

/**
 * Amends what `feed` has written: titles as text (RFC 4287 §3.1.1.1), languages (§2), times with their
 * offset (§3.3), further elements. Every `<` in a text is escaped, so that each tag is one of the
 * package. Throws where the package writes something else than expected.
 */
export function amendAtom(xml: string, amendment: Amendment): string {
  const { language, updated, namespaces, behindSelf, atEnd, entries } = amendment;
  const prefixes = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const copy = new Copy(xml);
  copy.replace(FEED, '>', () => `${FEED}${prefixes.join('')} xml:lang="${language}">`);
  copy.replace('<updated>', '</updated>', () => `<updated>${updated}</updated>`);
  copy.replace(SELF, '/>', (address) => `${SELF}${address}/>${indented(behindSelf)}`);
  for (const entry of entries) {
    const lang = entry.language === language ? '' : ` xml:lang="${entry.language}"`;
    copy.replace('<entry', '>', () => `<entry${lang}>`);
    copy.replace(...TITLE, (title) => `<title type="text">${title}</title>`);
    // It would write the time of publication in UTC, too.
    const published = `<published>${entry.published}</published>\n        `;
    copy.replace(
      '<updated>',
      '</updated>',
      () => `${published}<updated>${entry.updated}</updated>`,
    );
  }
  copy.replace(FEED_END, '', () => `${indented(atEnd)}${FEED_END}`);
  return copy.finish();
}

/** A copy of XML in which elements were replaced, one after the other. */
class Copy {
  readonly #xml: string;
  readonly #pieces: string[] = [];
  #copied = 0;

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** Replaces the next text from `open` to `close`; `make` is given what stands between them. */
  replace(open: string, close: string, make: (inner: string) => string): void {
    const start = this.#xml.indexOf(open, this.#copied);
    const from = start + open.length;
    const to = start < 0 ? -1 : this.#xml.indexOf(close, from);
    if (to < 0) throw unexpected(`no ${open} where one should be`);
    this.#pieces.push(this.#xml.slice(this.#copied, start), make(this.#xml.slice(from, to)));
    this.#copied = to + close.length;
  }

  finish(): string {
    const rest = this.#xml.slice(this.#copied);
    if (rest !== '') throw unexpected('more than the end');
    return this.#pieces.join('');
  }
}

const indented = (elements: readonly string[]) => elements.map((one) => `\n    ${one}`).join('');

const unexpected = (what: string) =>
  new Error(`The package feed has written ${what}; adapt the step that amends Atom feeds.`);

/** An element without children, with the attributes that have a value. */
export function emptyElement(name: string, attributes: Readonly<Record<string, string>> = {}) {
  return `<${name}${attributesOf(attributes)}/>`;
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('');
}

/** The tombstone of an entry (RFC 6721 §3). */
export function deletedEntry(ref: string, when: string, reason: string): string {
  const comment = `<at:comment>${escapeMarkup(reason)}</at:comment>`;
  return `<at:deleted-entry${attributesOf({ ref, when })}>${comment}</at:deleted-entry>`;
}
