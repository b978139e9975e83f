import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressLines, formatTelephone } from '../../../../site/ui/format/contact.ts';

const STREET = { '@type': 'PostalAddress', streetAddress: '100 Example Street' } as const;

test('an address is written as its country writes it', () => {
  assert.deepEqual(
    addressLines(
      {
        ...STREET,
        addressLocality: 'Austin',
        addressRegion: 'TX',
        postalCode: '78701',
        addressCountry: 'US',
      },
      'en',
    ),
    ['100 Example Street', 'Austin, TX 78701', 'United States'],
  );
  assert.deepEqual(
    addressLines(
      { ...STREET, addressLocality: 'Wien', postalCode: '1010', addressCountry: 'AT' },
      'de',
    ),
    ['100 Example Street', '1010 Wien', 'Österreich'],
  );
});

test('an address without postal code and region has no gaps', () => {
  assert.deepEqual(
    addressLines({ ...STREET, addressLocality: 'Cork', addressCountry: 'IE' }, 'en'),
    ['100 Example Street', 'Cork', 'Ireland'],
  );
});

test('numbers of North America are grouped, others stand as they are', () => {
  assert.equal(formatTelephone('+15125550142'), '+1 512-555-0142');
  assert.equal(formatTelephone('+43151234567'), '+43151234567');
});
