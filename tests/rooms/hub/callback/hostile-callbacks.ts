/** IPv4 addresses that no callback may have. */
export const BAD_V4 = [
  '0.0.0.0 0.0.0.1 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.0.0.53',
  '127.255.255.254 168.63.129.16 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255',
  '192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1',
  '239.255.255.250 240.0.0.1 255.255.255.255 0.1.2.3 10.0.0.0 172.16.0.0 100.64.0.0',
  '100.127.255.255 169.254.0.0 192.0.0.0 192.31.196.1 192.52.193.1 192.175.48.1 198.18.0.0',
  '198.19.255.255 239.255.255.255 255.255.255.254 127.255.255.255',
].flatMap((line) => line.split(' '));

/** IPv6 addresses that no callback may have. */
export const BAD_V6 = [
  ':: ::1 ::2 64:ff9b::7f00:1 64:ff9b:1::a9fe:a9fe 100::1 2001::1 2001:2::1 2001:10::1',
  '2001:20::1 2001:db8::1 2002:7f00:1:: 2620:4f:8000::1 3ffe::1 3fff::1 4000::1 5f00::1 fc00::1',
  'fd00:ec2::254 fd20:ce::254 fe80::1 fe80::5efe:7f00:1 fec0::1 ff02::1 ff0e::1 fc00::',
  'fdff:ffff::1 febf::1 2001:1::1 2002::1 64:ff9b::a9fe:a9fe ::7f00:1 ::ffff:0:808:808 1fff::1',
  '8000::1',
].flatMap((line) => line.split(' '));

const hex = (value: number) => value.toString(16);
const octal = (value: number) => `0${value.toString(8)}`;
const encode = (text: string) =>
  [...text].map((letter) => `%${hex(letter.charCodeAt(0))}`).join('');
const widen = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

/** An IPv4 address as hosts of URLs may spell it. */
export function spellV4(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const all = [a, b, c, d];
  const value = ((a * 256 + b) * 256 + c) * 256 + d;
  return [
    ...[address, value, `0x${hex(value)}`, octal(value)].flatMap((one) => [`${one}`, `${one}.`]),
    ...[`0X${hex(value).toUpperCase()}`, `0x${hex(value).padStart(16, '0')}`],
    ...[(part: number) => `0x${hex(part)}`, octal, (part: number) => `000${octal(part)}`].map(
      (spell) => all.map(spell).join('.'),
    ),
    `0x${hex(a)}.${b}.${octal(c)}.${d}`,
    ...[`${a}.${b}.${c * 256 + d}`, `${a}.${(b * 256 + c) * 256 + d}`],
    ...[encode(address), encode(`${value}`), address.replaceAll('.', '%2E')],
    ...[widen(address), address.replaceAll('.', '。')].flatMap((one) => [
      one,
      encodeURIComponent(one),
    ]),
  ];
}

/** An IPv4 address inside IPv6, as hosts of URLs may spell it. */
export function spellInV6(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const groups = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  const both = ['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', 'fe80::5efe:'];
  return [
    ...both.flatMap((prefix) => [`${prefix}${address}`, `${prefix}${groups}`]),
    ...[`::FFFF:${groups.toUpperCase()}`, `0:0:0:0:0:ffff:${groups}`],
    `0000:0000:0000:0000:0000:ffff:${address}`,
    ...[`2002:${groups}::`, `2002:${groups}::${address}`, `2001:0:${groups}::`],
  ].map((one) => `[${one}]`);
}

/** An IPv6 address as hosts of URLs may spell it. */
export function spellV6(address: string): readonly string[] {
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return [
    ...[address, address.toUpperCase(), groups.join(':')].map((one) => `[${one}]`),
    `[${groups.map((group) => group.padStart(4, '0')).join(':')}]`,
    ...[`[${address}%25eth0]`, `[${address}%eth0]`, `%5B${address}%5D`, address],
  ];
}
