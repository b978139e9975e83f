import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../../../scripts/ask.ts';
import { Folder, review } from './run-command.ts';

const A1 = 'reviews/a1.md';
const B2 = 'reviews/b2.md';
const ARGS = ['google-a1', '--reason', 'author-request'];

/** What a stranger wrote, so that another review goes with this one. */
const TEXT = 'They helped.\n\nid: google-a1\n---\nid: google-a1\n';

for (const [what, broken] of [
  ['front matter that is no YAML', `---\nid: google-b2\nrating: [\n---\n${TEXT}`],
  ['no end of its front matter', `---\nid: google-b2\nrating: 5\n\n${TEXT}`],
  ['no beginning of its front matter', `id: google-b2\nrating: 5\n---\n${TEXT}`],
  ['Windows lines', `---\nid: google-b2\nrating: [\n---\n${TEXT}`.replaceAll('\n', '\r\n')],
  ['no text in UTF-8', Buffer.from(`---\nid: google-b2\n---\r\n${TEXT}é`, 'latin1')],
] as const) {
  test(`the text of a review cannot have it deleted in place of another one, with ${what}`, async (context) => {
    const folder = new Folder(context, { [A1]: review('google-a1'), [B2]: broken });
    folder.commit();
    assert.equal((await folder.run('remove', ARGS)).code, 0);
    assert.deepEqual([folder.has(A1), folder.has(B2)], [false, true]);
    folder.delete(B2);
    folder.commit();
    assert.equal((await folder.run('restore', ['google-a1'])).code, 0);
    assert.equal(folder.read(A1), review('google-a1'));
  });
}

test('a call that was killed between two files left the review down, and another finishes', async (context) => {
  const cited = (ids: string) =>
    `- { id: fees, question: Fees?, answer: Fair., evidence: [${ids}], dateModified: 2026-09-28 }\n`;
  const files = {
    [A1]: review('google-a1'),
    [B2]: review('google-b2'),
    'faq.yaml': cited('google-a1, google-b2'),
    'aspects.yaml': 'use: law\naspects: [{ id: staff, quotes: { pin: [google-a1] } }]\n',
  };
  const whole = new Folder(context, files);
  await whole.run('remove', ARGS);
  const done = whole.files();
  assert.equal(done['faq.yaml'], cited('google-b2'));
  for (const count of [0, 1, 2, 3, 4]) {
    const folder = new Folder(context, files);
    for (const file of ['removed.yaml', A1, 'faq.yaml', 'aspects.yaml'].slice(0, count)) {
      const text = done[file];
      if (text === undefined) folder.delete(file);
      else folder.save({ [file]: text });
    }
    const { published } = JSON.parse((await folder.run('status', ['--json'])).out);
    assert.equal(published, count === 0 ? 2 : 1);
    assert.equal((await folder.run('remove', ARGS)).code, 0);
    assert.deepEqual(folder.files(), done);
  }
});

test('a review is down even if another file cannot be written, and the next call finishes', async (context) => {
  const faq =
    '- { id: fees, question: Fees?, answer: Fair., evidence: [google-a1, google-b2], dateModified: 2026-09-28 }\n';
  const files = { [A1]: review('google-a1'), [B2]: review('google-b2'), 'faq.yaml': faq };
  const folder = new Folder(context, files);
  const ask: Ask = {
    text: () => assert.fail('Nothing else is asked.'),
    choose: () => assert.fail('Nothing else is asked.'),
    confirm: async () => {
      folder.save({ 'faq.yaml': `# Edited meanwhile\n${faq}` });
      return true;
    },
  };
  const { code, errors } = await folder.run('remove', ARGS, ask);
  assert.equal(code, 1);
  assert.match(errors, /google-a1 is taken down by its entry in removed\.yaml\. .*faq\.yaml could/);
  assert.deepEqual([folder.has('removed.yaml'), folder.has(A1)], [true, true]);
  assert.equal((await folder.run('remove', ['google-a1'])).code, 0);
  assert.equal(folder.has(A1), false);
  assert.match(folder.read('faq.yaml'), /^# Edited meanwhile\n.*\[google-b2\]/);
});
