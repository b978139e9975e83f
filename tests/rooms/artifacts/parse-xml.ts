import { type Element, xml2js } from 'xml-js';

/** An element of a document, with the text that stands directly in it. */
type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

/** Parses a document strictly and returns its root. Throws where tags, quotes or entities are wrong. */
export function parseXml(document: string): XmlElement {
  const { elements = [] } = xml2js(document, { captureSpacesBetweenElements: true });
  const [root, ...more] = elements.filter(({ type }: Element) => type === 'element');
  if (!root || more.length > 0) throw new Error('A document has one root.');
  return elementOf(root);
}

function elementOf({ name = '', attributes = {}, elements = [] }: Element): XmlElement {
  return {
    name,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, String(value)]),
    ),
    children: elements.filter(({ type }) => type === 'element').map(elementOf),
    text: elements.map(({ text, cdata }) => String(text ?? cdata ?? '')).join(''),
  };
}

/** The children of a name. */
export function childrenOf(parent: XmlElement, name: string): readonly XmlElement[] {
  return parent.children.filter((child) => child.name === name);
}

/** The text of the one child of a name. Throws where there are none or several. */
export function textOfChild(parent: XmlElement, name: string): string {
  const [child, ...more] = childrenOf(parent, name);
  if (!child || more.length > 0) throw new Error(`<${parent.name}> has one <${name}>.`);
  return child.text;
}
