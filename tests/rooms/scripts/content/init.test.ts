import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { checkContent } from '#dataset/check/check-content.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import BUSINESS_TYPES from '../../../../scripts/content/init/business-types.json' with {
  type: 'json',
};
import { init } from '../../../../scripts/content/init/init.ts';
import { tradeOf, typeOf } from '../../../../scripts/content/init/profile.ts';
import { renderStarter } from '../../../../scripts/content/init/starter.ts';
import { callCommand } from '../../../support/call-command.ts';
import { filesOf } from '../../../support/content-files.ts';

const NAME = 'Harbor “Law” & Söhne $& {{trade}}';
const PROFILE = { name: NAME, timeZone: 'Europe/Berlin', url: 'https://reviews.example/' };

const check = (files: Iterable<readonly [string, string]>) =>
  checkContent(filesOf(Object.fromEntries([...files].filter(([file]) => !file.startsWith('.')))));

test('every type and every list of aspects make a folder without mistakes', () => {
  const types = BUSINESS_TYPES.map(({ type }) => ({ type, trade: tradeOf(type) }));
  for (const kind of [...types, ...TRADES.map((trade) => ({ type: 'Zoo', trade }))]) {
    const starter = renderStarter({ ...PROFILE, ...kind }, '2026');
    const { content, warnings } = check(starter);
    assert.deepEqual(warnings, []);
    assert.deepEqual([content.business.name, content.business.type], [NAME, kind.type]);
    assert.match(starter.get('aspects.yaml') ?? '', new RegExp(`^use: ${kind.trade}$`, 'm'));
  }
});

test('the examples in comments are valid, for every key', () => {
  const starter = renderStarter({ ...PROFILE, type: 'Dentist', trade: 'health' }, '2026');
  const uncommented = ['business', 'technicians', 'services', 'service-areas', 'faq'].map(
    (name) => {
      const [schema, about, ...rest] = (starter.get(`${name}.yaml`) ?? '').split('\n');
      assert.equal(schema, `# yaml-language-server: $schema=./schema/${name}.schema.json`);
      assert.match(about ?? '', /^# [A-Z].*\.$/);
      return [`${name}.yaml`, rest.map((line) => line.replace(/^# /, '')).join('\n')] as const;
    },
  );
  // The reviews that an answer cites are not in the folder.
  assert.deepEqual(check(uncommented.slice(0, 4)).warnings, []);
  const [business, , , , faq] = uncommented.map(([, text]) => parse(text));
  assert.deepEqual(Object.keys(business), Object.keys(StoredBusiness.shape));
  const keys = ['id', 'question', 'answer', 'evidence', 'dateModified'];
  assert.deepEqual(Object.keys(faq[0]), keys);
});

test('the category of a business decides its type, and the type its aspects', () => {
  for (const [category, type, trade] of [
    ['Personal injury attorney', 'LegalService', 'law'],
    ['Airport lounge', 'BarOrPub', 'hospitality'],
    ['Zoo', 'LocalBusiness', 'general'],
  ] as const) {
    assert.deepEqual([typeOf(category), tradeOf(typeOf(category))], [type, trade]);
  }
});

const LINUX = { skip: process.platform !== 'linux' && 'there is no /proc here' };

test('a folder that the system cannot create is refused by its name', LINUX, async () => {
  const args = ['/proc/no', '--name', 'A & B', '--type', 'Attorney', '--time-zone', 'Asia/Tokyo'];
  const { code, errors } = await callCommand(init, args);
  assert.match(`${code} ${errors}`, /^1 .* could not be written .*mkdir '\/proc\/no'/);
});
