import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookUpOnce } from '#agents/look-up-once.ts';

test('each object is looked up once, also by those who ask meanwhile', async () => {
  const asked: string[] = [];
  const nameOf = lookUpOnce(async ({ name }: { readonly name: string }) => {
    asked.push(name);
    return name;
  });
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  const names = await Promise.all([one, one, other, { ...other }].map(nameOf));
  assert.deepEqual(names, ['one', 'one', 'other', 'other']);
  assert.equal(await nameOf(one), 'one');
  assert.deepEqual(asked, ['one', 'other', 'other']);
});

test('nothing is a result like any other', async () => {
  let times = 0;
  const look = lookUpOnce(async (_: object) => {
    times++;
  });
  const subject = {};
  await look(subject);
  await look(subject);
  assert.equal(times, 1);
});

test('a failure is told to all who wait for it, and not to those who ask later', async () => {
  const results = [Promise.reject(new Error('busy')), Promise.resolve('found')];
  const look = lookUpOnce(async (_: object) => results.shift());
  const subject = {};
  const waiting = [look(subject), look(subject)];
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected');
  assert.equal(await look(subject), 'found');
  assert.equal(await look(subject), 'found');
});
