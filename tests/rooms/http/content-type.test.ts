import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContentType } from '../../../sidecar/http/content-type.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';

const FORM = 'application/x-www-form-urlencoded';

for (const type of [
  FORM,
  FORM.toUpperCase(),
  `${FORM};charset=utf-8`,
  `${FORM} ; Charset="UTF-8"`,
  `${FORM}; charset=utf8`,
  `${FORM};`,
  `${FORM}; foo=bar`,
]) {
  test(`${type} is taken where a form is expected`, () => checkContentType(FORM, type));
}

for (const type of [
  undefined,
  '',
  'form',
  'text/plain',
  'application/json',
  'multipart/form-data; boundary=x',
  `${FORM}x`,
  `${FORM}, ${FORM}`,
  `${FORM}; charset=iso-8859-1`,
  `${FORM}; charset=utf-16`,
  `${FORM}; charset=us-ascii`,
]) {
  test(`${type} is refused where a form is expected`, () => {
    assert.throws(
      () => checkContentType(FORM, type),
      (error) =>
        error instanceof HttpError && error.status === 415 && error.headers['Accept-Post'] === FORM,
    );
  });
}
