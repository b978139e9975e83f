import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import {
  errorBodyOf,
  errorTextOf,
  errorTypeFor,
  toHttpError,
} from '../../../sidecar/http/error-body.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';

test('an error has the members of problem details and the issues', () => {
  const issue = { path: ['limit'], code: 'too_small', message: 'limit must be at least 1' };
  const body = errorBodyOf(new HttpError(400, 'The search has an issue.', [issue]));
  assert.deepEqual(ErrorBody.parse(body), {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'The search has an issue.',
    issues: [issue],
  });
});

test('a status without a name has a title as well', () => {
  assert.equal(errorBodyOf(new HttpError(499, 'Odd.')).title, 'Error');
});

test('problem details are sent to those who ask for them', () => {
  assert.equal(errorTypeFor('application/problem+json'), 'application/problem+json');
  assert.equal(
    errorTypeFor('text/html, Application/Problem+JSON;q=0.9'),
    'application/problem+json',
  );
  for (const accept of [undefined, '', '*/*', 'application/json', 'application/*']) {
    assert.equal(errorTypeFor(accept), 'application/json');
  }
});

test('for people an error is its sentence, and a line for each issue', () => {
  const issues = ['limit must be at least 1', 'rating must be at most 5'].map((message) => ({
    path: [],
    code: 'x',
    message,
  }));
  assert.equal(errorTextOf(new HttpError(404, 'Nothing is there.')), 'Nothing is there.\n');
  assert.equal(
    errorTextOf(new HttpError(400, 'There are 2 issues.', issues)),
    'There are 2 issues.\nlimit must be at least 1\nrating must be at most 5\n',
  );
});

test('an HttpError stays as it is', () => {
  const error = new HttpError(404, 'Nothing is there.');
  assert.equal(toHttpError(error), error);
});

test('a fault of the client keeps its status and its sentence', () => {
  const error = toHttpError(Object.assign(new Error('Too long.'), { status: 413 }));
  assert.deepEqual([error.status, error.message], [413, 'Too long.']);
});

test('a fault of ours says nothing of its cause', () => {
  const thrown = [new Error('secret'), 'secret', undefined, null, { status: 400 }];
  const withStatus = [502, 399, 200, Number.NaN].map((status) =>
    Object.assign(new Error('secret'), { status }),
  );
  for (const one of [...thrown, ...withStatus]) {
    const error = toHttpError(one);
    assert.equal(error.status, 500);
    assert.doesNotMatch(JSON.stringify(errorBodyOf(error)), /secret/);
  }
});
