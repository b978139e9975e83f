import { CONFIDENT } from '#insights/polarity/judgement.ts';
import { formatSections } from '../evaluate/format-sections.ts';
import type { Section } from '../evaluate/section.ts';
import type { FullModelCard } from './model-card.ts';

/** Formats the card of a model for people, as Markdown. */
export function formatModelCard(card: FullModelCard, sections: readonly Section[]): string {
  const { name, version, modelSha256, command, sources, limitations } = card;
  const rows = sources.map(({ name, count, license, attribution }) => [
    name,
    String(count),
    license,
    attribution,
  ]);
  return `# ${name}, ${version}

\`polarity-model.json\`, SHA-256 \`${modelSha256}\`. Written by \`${command}\`: same data, same bytes.
This card is written by the same command; \`npm run evaluate\` prints its figures again.

## What it is

Three logistic regressions over the words and the pairs of neighbouring words of a text (negated words
marked, idioms read as plain words) and a few figures of it, most of them from the valences of the terms of a lexicon: whether a text
says anything good or bad, which of both, and whether both. Sides below a confidence of ${CONFIDENT} are not
published as such; the figures below take the likelier side and tell apart how sure it was, unless they say that they
are of labels as published.

VADER and AFINN are measured beside it and are no part of it.

What the sentences of this project count beside those of others was chosen by cross-validation on the
texts of others alone: \`npm run train -- --choose UCI-FOLDER MAMS-FOLDER\` prints the table again.

## What it was made of

${formatTable(['data', 'texts or terms', 'licence', 'attribution'], rows)}

The weights are published under the licence of the project, with these attributions.

## Limits

${limitations}

## Figures

\`\`\`
${formatSections(sections).trim()}
\`\`\`
`;
}

/** A table whose columns are aligned, as the formatter of the project would align them. */
function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [columns, rule, ...rows]
    .map((row) => `| ${widths.map((width, index) => row[index]?.padEnd(width)).join(' | ')} |`)
    .join('\n');
}
