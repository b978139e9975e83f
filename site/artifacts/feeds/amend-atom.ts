import { escapeMarkup } from '../markup.ts';

/** The parts of an Atom feed that the package `feed` cannot write. */
type Amendment = {
  /** The language of its title and of texts without their own, as a BCP 47 tag. */
  readonly language: string;
  /** RFC 3339 date-time, with its offset. */
  readonly updated: string;
  /** Namespaces besides Atom's, by prefix. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Elements after the link to itself, and at its end. */
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
const SELF = /<link rel="self"[^>]*>/;
const UPDATED = /<updated>[^<]*<\/updated>/;
/** The package takes titles for HTML. Text that is escaped for HTML is escaped for XML as well. */
const TITLE = /<title type="html"><!\[CDATA\[([^<]*)\]\]>/;

/**
 * Amends the output of `feed`: titles as text (RFC 4287 §3.1.1.1), languages (§2), times with their
 * offset (§3.3), further elements. Every `<` in a text is escaped, so that each tag is one of the
 * package, or of a review as HTML.
 */
export function amendAtom(xml: string, amendment: Amendment): string {
  const { language, updated, namespaces, behindSelf, atEnd, entries } = amendment;
  const [head = '', ...written] = xml.slice(0, -FEED_END.length).split('<entry>');
  const prefixes = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const start = head
    .replace(FEED, `${FEED}${prefixes.join('')} xml:lang="${language}"`)
    .replace(UPDATED, `<updated>${updated}</updated>`)
    .replace(SELF, (link) => link + indented(behindSelf));
  const amended = entries.map(({ language: own, published, updated }, index) => {
    const lang = own === language ? '' : ` xml:lang="${own}"`;
    const entry = (written[index] ?? '')
      .replace(TITLE, (_, title: string) => `<title type="text">${title}`)
      // The package would write the time of publication in UTC.
      .replace(
        UPDATED,
        `<published>${published}</published>\n        <updated>${updated}</updated>`,
      );
    return `<entry${lang}>${entry}`;
  });
  return [start, ...amended, indented(atEnd), FEED_END].join('');
}

const indented = (elements: readonly string[]) => elements.map((one) => `\n    ${one}`).join('');

/** Returns an element without children, with the attributes that have a value. */
export function emptyElement(name: string, attributes: Readonly<Record<string, string>> = {}) {
  return `<${name}${attributesOf(attributes)}/>`;
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('');
}

/** Returns the tombstone of an entry (RFC 6721 §3). */
export function deletedEntry(ref: string, when: string, reason: string): string {
  const comment = `<at:comment>${escapeMarkup(reason)}</at:comment>`;
  return `<at:deleted-entry${attributesOf({ ref, when })}>${comment}</at:deleted-entry>`;
}
