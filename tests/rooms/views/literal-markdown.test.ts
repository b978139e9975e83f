import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markdownToMdast } from 'satteri';
import { addressLink, literalLink, literalQuote, literalWords } from '#views/literal-markdown.ts';
import { runs } from '../../support/at-length.ts';
import { AWKWARD_TEXTS } from '../artifacts/sample-datasets.ts';
import { soups } from '../dataset/arbitrary-content.ts';
import { type MarkdownNode, nodesIn, textIn } from './markdown-nodes.ts';

/** What a parser of Markdown makes blocks, spans, links and HTML of. */
const MARKS = [
  '# §## a ##§#a§ #§=§===§-§---§- - -§- a§+ a§* a§***§1. a§1) §12345678901. §> a§>§>>§    a§\ta',
  '```§~~~§~~a~~§`a`§``§*a*§**a**§_a_§__§\\§\\\\§\\*§[a](b)§![a](b)§[a]: b§[^1]§[^1]: a§[x]§[ ]',
  '<b>§</b>§<!-- a -->§<?a?>§<![CDATA[a]]>§<a@b.c>§<http://a.b>§<3§a<b§&amp;§&#60;§&lt;§&§&a§AT&T',
  '| a | b |§|---|§:-§:-:§| - |§:::§:smile:§$a$§$$§{a}§!§a@b.c§www.a.b§https://a.b/c_d_e§  §\t§ §\n§\n\n',
].flatMap((some) => some.split('§'));

/** As texts are published: without other control characters, which are refused. */
const texts = fc
  .oneof(
    fc.array(fc.constantFrom(...MARKS, 'word', 'é', '\n', ' '), { maxLength: 12 }).map(joined),
    soups,
    fc.constantFrom(...AWKWARD_TEXTS),
  )
  .map((text) => text.replaceAll(/[^\P{Cc}\n\t]/gu, '').trim())
  .filter((text) => text !== '' && text.isWellFormed());

function joined(pieces: readonly string[]): string {
  return pieces.join('');
}

const PLAIN = { gfm: false, math: false, frontmatter: false, directive: false } as const;
const parse = (markdown: string, features = {}): MarkdownNode =>
  markdownToMdast(markdown, { features: { ...PLAIN, ...features } });
const kindsIn = (tree: MarkdownNode) => new Set(nodesIn(tree).map(({ type }) => type));

const KINDS = ['blockquote', 'paragraph', 'text', 'break'];

test('a quote is read back as the text that it was made of, and as nothing but text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const tree = parse(`Before.\n\n${literalQuote(text)}\n\n- After\n`);
      const [before, quote, after, ...more] = tree.children ?? [];
      assert.deepEqual(
        [before?.type, quote?.type, after?.type],
        ['paragraph', 'blockquote', 'list'],
      );
      assert.deepEqual(more, []);
      assert.equal(quote && textIn(quote), text);
      for (const kind of kindsIn(quote ?? tree)) assert.ok(KINDS.includes(kind), kind);
      // The additions of GitHub make no more of it than links of bare addresses.
      const onGithub = parse(literalQuote(text), { gfm: true });
      assert.equal(textIn(onGithub), text);
      for (const kind of kindsIn(onGithub)) {
        assert.ok(['root', 'link', ...KINDS].includes(kind), kind);
      }
    }),
    { numRuns: runs(3_000) },
  );
});

test('a name is text in a heading, an item of a list and a link, whose target is the address', () => {
  const url = 'https://a.example/?b=(c)&d=[e]*_`&amp;=2&#60;';
  const inItem = ['root', 'list', 'listItem', 'paragraph', 'text'];
  fc.assert(
    fc.property(texts, (text) => {
      const words = text.trim().replaceAll(/\s+/g, ' ');
      for (const [markdown, kinds] of [
        [`# ${literalWords(text)}\n`, ['root', 'heading', 'text']],
        [`- Name: ${literalWords(text)}\n`, inItem],
        [`- Name: ${literalLink(text, url)}, here\n`, [...inItem, 'link']],
      ] as const) {
        const tree = parse(markdown);
        assert.deepEqual(kindsIn(tree), new Set(kinds), markdown);
        const shown = textIn(tree).replace(/^Name: |, here$/g, '');
        assert.ok(shown.includes(words), markdown);
        const [link] = nodesIn(tree).filter(({ type }) => type === 'link');
        assert.equal(link?.url ?? url, url);
      }
    }),
    { numRuns: runs(2_000) },
  );
  const [link] = nodesIn(parse(addressLink(url))).filter(({ type }) => type === 'link');
  assert.equal(link?.url, url);
});
