import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseError } from 'pg';
import {
  StoreUnavailableError,
  StoreUnusableError,
} from '../../../../sidecar/hub/store/hub-store.ts';
import { explainPostgresError } from '../../../../sidecar/hub/store/postgres-errors.ts';

function serverError(code: string): DatabaseError {
  const error = new DatabaseError('what the server says', 0, 'error');
  error.code = code;
  return error;
}

test('what passes is told as such, with the reason and the place', () => {
  const codes = [
    ...['08006', '57P01', '57P03', '57014', '53300', '53100', '40001', '40P01', '25006', '25P03'],
    ...['55P03', '28P01', '3D000'],
  ];
  for (const error of [...codes.map(serverError), new Error('Query read timeout')]) {
    const explained = explainPostgresError(error, 'db.test/hub');
    assert.ok(explained instanceof StoreUnavailableError);
    assert.equal(explained.cause, error);
    assert.ok(explained.message.includes('db.test/hub'));
    assert.ok(explained.message.includes(error.message));
  }
});

test('what passes has the code of the system where there is one', () => {
  for (const [code, systemCode] of [
    ['53100', 'ENOSPC'],
    ['53200', 'ENOMEM'],
    ['25006', 'EROFS'],
    ['57P01', 'HUB_STORE_UNAVAILABLE'],
  ] as const) {
    const explained = explainPostgresError(serverError(code), 'db.test/hub');
    assert.ok(explained instanceof StoreUnavailableError);
    assert.equal(explained.code, systemCode);
  }
});

test('missing rights need somebody', () => {
  const explained = explainPostgresError(serverError('42501'), 'db.test/hub');
  assert.ok(explained instanceof StoreUnusableError);
});

test('a bug stays what it is', () => {
  for (const code of ['42601', '23505', '22P02', '25P02', 'XX000']) {
    const error = serverError(code);
    assert.equal(explainPostgresError(error, 'db.test/hub'), error);
  }
});
