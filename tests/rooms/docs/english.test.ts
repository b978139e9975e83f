import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readProse } from '../../support/prose.ts';
import { REPOSITORY } from '../../support/run-script.ts';

/**
 * Constructions that read as translated or as British, and better ones. A space stands for any white space, so also for
 * a line break; case counts only after a period or at the beginning of a comment.
 */
const RULES: ReadonlyArray<readonly [pattern: string, better: string]> = [
  [
    '/\\*\\* (?:What|Whether|Which|Who|Whose|How|Where|When|Why|The same)\\b',
    'a doc comment begins with a noun, "Returns …", "True if …", "The reviews that …"',
  ],
  [
    '(?<=[a-z)][.;] )(?:What|Whether|Who) (?!happened|to do)[^?.]*\\.',
    'name the thing: "Pending deliveries are …", "A client that …"',
  ],
  ['the begin of', 'the start of'],
  ['(?<![Tt]here )(?:is|are|was|were) none(?! of)\\b', 'is not one, is not a date'],
  ['belongs? into', 'belongs in'],
  [
    '(?:with|without|no|a|one|two|and) blanks?\\b(?! (?:line|text|string|value|page|cell|sheet))',
    'a space',
  ],
  ['(?:with|without) blanks\\b', 'spaces'],
  ['who (?:has|have) asked', 'a client that asked'],
  ['(?:as good as|as well as) (?:none|absent|missing)', 'counts as absent'],
  ['leads? to the', 'links to the'],
  ['took (?:a|no) side', 'gave a verdict'],
  ['updated where (?:it|they) (?:is|are)', 'updated in place'],
  ['what (?:is|was) (?:due|owed|meant)', 'pending deliveries'],
  ['(?:members?|fields?|keys?|rows?|tools?) more', 'two more members'],
  [', (?:too|as well)(?=[.;:)])', 'also, before the verb'],
  [
    'nobody|somebody|whoever|whomever|somebody’s|anybody|everybody',
    'no one, anyone, everyone, another person, clients that',
  ],
  ['under way', 'in progress'],
  ['anew', 'again'],
  [
    '(?:stands?|standing|stood) (?:in|beside|behind|under|on|at|below|above|before|after|there|alone|next|with)',
    'is in, is next to, comes before',
  ],
  [
    'holds? (?:no|an?|its|their|each|every|all|one|two|both|at least)(?! (?:lock|reference|place|request|connection|write|slot|socket))',
    'contains, has',
  ],
  ['that of', 'repeat the noun, or use a possessive'],
  [
    '(?:one|a|an) (?:\\w+ )?an? (?:line|file|address|language|review|page|client|thread|process|request|sentence|folder|state|table|column|row|topic|host|subscription|tool|step|entry|kind|name|word|aspect|release|key|method)(?=[.,;:)])',
    'one per line',
  ],
  [', save (?:those|where|for|that|when|in|the|one)', 'except'],
  [
    '(?:behind|put behind) (?:(?:the|its|an?) )?(?:colon|comma|dash|hyphen|name|equals|slash|sign|key|word|path)',
    'after',
  ],
  ['otherwise than', 'differently from'],
  ['in vain', 'without success'],
  [
    'thereof|therein|thereby|whereby|wherein|thereupon|whereupon|hereby|lest|hence|whilst|amongst|towards',
    'plain words',
  ],
  [
    '(?:criticis(?!m)|(?:re)?analys(?:e|ed|es|ing)\\b|organis(?!m)|recognis|normalis|summaris|serialis|minimis|maximis|optimis(?!t|m)|categoris|initialis|synchronis|tokenis|apologis|materialis|capitalis|customis|generalis|memoris|utilis|realis(?!m|t)|specialis(?!t)|prioritis|standardis|emphasis(?=e|ing))\\w*',
    'American spelling: -ize, -yze',
  ],
  ['\\w*(?:colour|behaviour|neighbour|favour|honour|rumour)\\w*', 'American spelling: -or'],
  [
    '(?:licences?|offences?|defences?|centres?|catalogues?|metres|grey|judgements?|programmes?|cancelled|cancelling|labelled(?!/)|labelling|modelled|modelling|travelled|signalled|fulfil|skilful|ageing|learnt|spelt|dialogues?)\\b',
    'American spelling',
  ],
];

/** Files that are no prose of the project, and why. */
const DATA: ReadonlyArray<readonly [files: RegExp, reason: string]> = [
  [/^scripts\/lab\/(?:train|labeled|bench\/peers)\//, 'sentences for training; programs of others'],
  [/\/(?:aspect-lists|word-lists|maps|columns)\//, 'terms and column names to look for'],
  [
    /(?:-model|-lists?|-words|-widths|-characters|-costs)\.json$|package-lock\.json$/,
    'terms, figures',
  ],
  [/^site\/words\/es\.json$/, 'Spanish'],
  [/\.(?:tsv|txt|ttf|woff2|png|ico|svg|html|njk|py|toml|conf|service|xlsx)$/, 'not read'],
  [/^scripts\/(?:import\/demo-reviews|generate\/vocabulary)/, 'words of made-up reviews'],
];

const KIND = /\.(?:ts|js|mjs|astro|css|md|json|yaml)$/;

const files = ['site', 'sidecar', 'scripts', '.github', 'README.md', 'CHANGELOG.md']
  .flatMap((root) =>
    root.endsWith('.md')
      ? root
      : readdirSync(join(REPOSITORY, root), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(root, file),
        ),
  )
  .filter((file) => KIND.test(file) && !file.includes('node_modules/'))
  .filter((file) => !DATA.some(([data]) => data.test(file)))
  .sort();

test('texts and comments are plain American English', () => {
  const rules = RULES.map(([pattern, better]) => ({
    pattern: new RegExp(`(?<![\\w-])(?:${pattern.replaceAll(' ', '\\s+')})(?!\\w)`, 'g'),
    better,
  }));
  const mistakes = files.flatMap((file) => {
    const prose = readProse(file, readFileSync(join(REPOSITORY, file), 'utf8'));
    return rules.flatMap(({ pattern, better }) =>
      [...prose.matchAll(pattern)].map(({ 0: phrase, index }) => {
        const line = prose.slice(0, index).split('\n').length;
        return `${file}:${line}: "${phrase.replace(/\s+/g, ' ')}"; better: ${better}`;
      }),
    );
  });
  assert.ok(mistakes.length === 0, mistakes.join('\n'));
});
