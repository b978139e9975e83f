import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { loadContent } from '#dataset/check/check-content.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import type { Ask } from '../../../../scripts/ask.ts';
import { runCommand } from '../../../../scripts/command.ts';
import { init, parseAddress } from '../../../../scripts/content/init/init.ts';
import { COMMON_TYPES, tradeOf, typeOf } from '../../../../scripts/content/init/trades.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const LEAST = ['--name', 'Kowalski & Sön', '--type', 'Dentist', '--time-zone', 'Europe/Copenhagen'];

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'init-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'mine');
}

async function call(args: readonly string[], ask?: Ask) {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(init, args, {
    now: NOW,
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
    readEnvironment: () => ({}),
    ask,
  });
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

test('name, type and time zone make a folder that can be published', async (t) => {
  const folder = folderFor(t);
  const { code, out } = await call([folder, ...LEAST]);
  assert.equal(code, 0);
  assert.match(out, /the address of its website is still missing/);
  const { content, warnings } = loadContent(folder, NOW);
  const { business, aspects } = content;
  assert.equal(business.id, 'kowalski-son');
  assert.equal(business.type, 'Dentist');
  assert.equal(business.timeZone, 'Europe/Copenhagen');
  assert.ok(aspects.length > 5);
  assert.deepEqual(
    warnings.map((one) => formatProblem(one).replace(/ warning (\w+): .*/, ' $1')),
    ['business.yaml:8:6 url', 'business.yaml:29:16 feedAuthority'],
  );
  assert.deepEqual(
    filesIn(folder).filter((file) => !file.startsWith('schema/')),
    [
      '.github/workflows/check-content.yml',
      '.gitignore',
      '.gitlab-ci.yml',
      'README.md',
      'aspects.yaml',
      'business.yaml',
      'faq.yaml',
      'service-areas.yaml',
      'services.yaml',
      'technicians.yaml',
    ],
  );
  assert.match(readFileSync(join(folder, 'aspects.yaml'), 'utf8'), /^use: health$/m);
});

test('all that is given is written, and then nothing is left to be warned of', async (t) => {
  const folder = folderFor(t);
  const given = [
    '--address',
    '100 Example St, Suite 2, Austin, TX 78701, US',
    '--language',
    'es-MX',
  ];
  const more = ['--trade', 'law', '--url', 'https://reviews.example/'];
  assert.equal((await call([folder, ...LEAST, ...given, ...more])).code, 0);
  const { content, warnings } = loadContent(folder, NOW);
  assert.deepEqual(warnings, []);
  assert.deepEqual(content.business.address, {
    streetAddress: '100 Example St, Suite 2',
    addressLocality: 'Austin',
    addressRegion: 'TX',
    postalCode: '78701',
    addressCountry: 'US',
  });
  assert.deepEqual(content.business.knowsLanguage, ['es-MX']);
  assert.equal(content.business.feedAuthority, 'reviews.example,2026');
  assert.match(readFileSync(join(folder, 'aspects.yaml'), 'utf8'), /^use: law$/m);
});

test('what stands there as a comment is right, too', async (t) => {
  const folder = folderFor(t);
  await call([folder, ...LEAST, '--url', 'https://reviews.example/']);
  const lists = ['technicians', 'services', 'service-areas'].map((name) => `${name}.yaml`);
  for (const file of ['business.yaml', ...lists]) {
    const path = join(folder, file);
    const [head = '', about = '', ...rest] = readFileSync(path, 'utf8').split('\n');
    assert.match(head, /^# yaml-language-server: \$schema=\.\/schema\//);
    assert.match(about, /^# [A-Z].*\.$/);
    writeFileSync(path, rest.map((line) => line.replace(/^# /, '')).join('\n'));
  }
  const { content, warnings } = loadContent(folder, NOW);
  assert.deepEqual(warnings, []);
  assert.equal(content.business.telephone, '+15125550142');
  assert.equal(content.technicians[0]?.name, 'Elena Muñoz');
  const [, , ...faq] = readFileSync(join(folder, 'faq.yaml'), 'utf8').split('\n');
  const [question] = parse(faq.map((line) => line.replace(/^# /, '')).join('\n'));
  assert.deepEqual(Object.keys(question), ['id', 'question', 'answer', 'evidence', 'dateModified']);
});

test('the checks for GitHub and GitLab are YAML and call the command as it is called', async (t) => {
  const folder = folderFor(t);
  await call([folder, ...LEAST]);
  for (const file of ['.github/workflows/check-content.yml', '.gitlab-ci.yml']) {
    const text = readFileSync(join(folder, file), 'utf8');
    const [document] = parseAllDocuments(text);
    assert.deepEqual(document?.errors, []);
    assert.match(text, /npm run check:content -- (--format github )?--content /);
  }
});

test('files that are there stay, and so does a folder with a business.yaml', async (t) => {
  const folder = folderFor(t);
  await call([folder, ...LEAST, '--dry-run']);
  assert.throws(() => readdirSync(folder), /ENOENT/);
  await call([folder, ...LEAST]);
  const again = await call([folder, ...LEAST]);
  assert.equal(again.code, 1);
  assert.match(again.errors, /already contains a business\.yaml, so nothing was written/);
  writeFileSync(join(folder, 'aspects.yaml'), 'use: retail\n');
  rmSync(join(folder, 'business.yaml'));
  const { out } = await call([folder, ...LEAST, '--json']);
  assert.deepEqual(JSON.parse(out).files, ['business.yaml']);
  assert.equal(readFileSync(join(folder, 'aspects.yaml'), 'utf8'), 'use: retail\n');
});

test('a file is no folder', async (t) => {
  const folder = folderFor(t);
  writeFileSync(folder, '');
  const { code, errors } = await call([folder, ...LEAST]);
  assert.equal(code, 1);
  assert.ok(errors.includes(`${folder} is a file, so nothing was written; name a folder.`));
});

test('a type that looks misspelt is asked for again at a terminal, and remarked upon elsewhere', async (t) => {
  const folder = folderFor(t);
  const misspelt = LEAST.with(3, 'Restaurnt');
  const { code, out } = await call([folder, ...misspelt]);
  assert.equal(code, 0);
  assert.match(
    out,
    /^--type: "Restaurnt" is kept as it is \(did you mean "Restaurant"\?\); correct/m,
  );
  assert.doesNotMatch((await call([folderFor(t), ...LEAST])).out, /did you mean/);
  const asked = folderFor(t);
  await call([asked, ...misspelt], {
    text: async ({ initial = '' }) => initial,
    choose: async ({ options, initial }) => {
      const chosen = options.find(({ value }) => value === initial) ?? options[0];
      assert.ok(chosen);
      return chosen.value;
    },
    confirm: async () => true,
  });
  assert.equal(loadContent(asked, NOW).content.business.type, 'Restaurant');
});

test('where there is no terminal, what is missing is named', async (t) => {
  const { code, errors } = await call([folderFor(t), '--name', 'Acme']);
  assert.equal(code, 2);
  assert.match(errors, /There is no terminal for questions; add --type TYPE --time-zone ZONE\./);
});

const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ['type', 'dentist', /--type must be a schema\.org type such as Dentist \(got "dentist"\)/],
  ['time-zone', 'Texas', /--time-zone must be an IANA time zone such as America\/Chicago/],
  ['language', 'english!', /--language must be a language tag/],
  ['address', 'Austin', /--address must be written as STREET, TOWN, REGION CODE, COUNTRY/],
  ['url', 'acme.example', /--url must be an absolute http or https URL/],
  ['trade', 'lawyers', /--trade must be one of general, law/],
];

for (const [flag, value, message] of WRONG) {
  test(`a wrong --${flag} is refused, and nothing is written`, async (t) => {
    const folder = folderFor(t);
    const others = LEAST.join('\n')
      .split('\n')
      .flatMap((_, at, all) => {
        const [name = '', text = ''] = all.slice(at, at + 2);
        return at % 2 === 0 && name !== `--${flag}` ? [name, text] : [];
      });
    const { code, errors } = await call([folder, ...others, `--${flag}`, value]);
    assert.equal(code, 2);
    assert.match(errors, message);
    assert.throws(() => readdirSync(folder), /ENOENT/);
  });
}

test('at a terminal it asks for what is not given, and suggests what is likely', async (t) => {
  const folder = folderFor(t);
  const asked: string[] = [];
  const ask: Ask = {
    async text({ message, initial, check }) {
      asked.push(message);
      const answer = /name/.test(message) ? 'Lopez Plumbing' : (initial ?? 'America/Chicago');
      assert.equal(check?.(answer), undefined);
      return answer;
    },
    async choose({ options, initial }) {
      const plumber = options.find(({ value }) => value === 'Plumber');
      const likely = options.find(({ value }) => value === initial);
      const chosen = plumber ?? likely;
      assert.ok(chosen);
      return chosen.value;
    },
    confirm: async () => true,
  };
  assert.equal((await call([folder], ask)).code, 0);
  assert.equal(asked.length, 5);
  const { business } = loadContent(folder, NOW).content;
  assert.deepEqual([business.name, business.type], ['Lopez Plumbing', 'Plumber']);
  assert.match(readFileSync(join(folder, 'aspects.yaml'), 'utf8'), /^use: home-services$/m);
});

const ADDRESSES: readonly (readonly [string, object | null])[] = [
  [
    'Hauptstr. 5, 10115 Berlin, de',
    {
      streetAddress: 'Hauptstr. 5',
      addressLocality: 'Berlin',
      postalCode: '10115',
      addressCountry: 'DE',
    },
  ],
  [
    '10 Downing Street, London SW1A 2AA, GB',
    {
      streetAddress: '10 Downing Street',
      addressLocality: 'London',
      postalCode: 'SW1A 2AA',
      addressCountry: 'GB',
    },
  ],
  [
    '5 Main St, Springfield, US',
    { streetAddress: '5 Main St', addressLocality: 'Springfield', addressCountry: 'US' },
  ],
  ['Austin, US', null],
  ['5 Main St, Austin, TX 78701, USA', null],
];

for (const [text, parts] of ADDRESSES) {
  test(`the address ${text} is ${parts ? 'read' : 'refused'}`, () => {
    assert.deepEqual(parseAddress(text), parts);
  });
}

test('a business is known by its category, and its trade by its type', () => {
  assert.deepEqual(
    [
      'Personal injury attorney',
      'Cosmetic dentist',
      'Plumbing supply',
      'Airport lounge',
      'Zoo',
    ].map((category) => [typeOf(category), tradeOf(typeOf(category))]),
    [
      ['LegalService', 'law'],
      ['Dentist', 'health'],
      ['Plumber', 'home-services'],
      ['BarOrPub', 'hospitality'],
      ['LocalBusiness', 'general'],
    ],
  );
  assert.equal(new Set(COMMON_TYPES).size, COMMON_TYPES.length);
});
