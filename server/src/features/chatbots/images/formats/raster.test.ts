import { expect, test } from 'vitest';
import { jpeg, jpegSegment, png, pngChunk } from '../../../../test/images.ts';
import { cleanJpeg, cleanPng } from './raster.ts';

const secret = 'GPS 48.8584 N';

test('a PNG keeps its picture and its colours, and nothing that is told beside them', () => {
  const told = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'tIME', 'acTL', 'quIZ'].map((type) =>
    pngChunk(type, Buffer.from(secret)),
  );
  const profile = pngChunk('iCCP', Buffer.from('profile'));
  const clean = cleanPng(
    Buffer.concat([png(2, 2, ...told, profile), Buffer.from(`<script>${secret}</script>`)]),
  );
  expect(clean).toEqual(png(2, 2, profile));
});

test('a JPEG keeps its picture, its profile and which way is up', () => {
  // Little-endian, as many cameras write it: orientation 6 between two other entries.
  const exif = Buffer.from(
    '457869660000' +
      '49492a0008000000' +
      '0300' +
      '0f01020004000000414243 00'.replace(' ', '') +
      '120103000100000006000000' +
      '25880400010000003a000000' +
      '00000000',
    'hex',
  );
  const profile = jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01profile', 'latin1'));
  const told = [
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x02\x00\x00\x01\x00\x01\x01\x01thumbnail', 'latin1')),
    jpegSegment(0xe1, Buffer.concat([exif, Buffer.from(secret)])),
    jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${secret}`)),
    jpegSegment(0xed, Buffer.from(secret)),
    jpegSegment(0xfe, Buffer.from(secret)),
    profile,
  ];
  const clean = cleanJpeg(jpeg(2, 2, told, Buffer.from(`<script>${secret}`)));
  const turned = jpegSegment(
    0xe1,
    Buffer.from('4578696600004d4d002a00000008000101120003000000010006000000000000', 'hex'),
  );
  const frame = jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x02\x00\x00\x01\x00\x01\x00\x00', 'latin1'));
  expect(clean.toString('hex')).toBe(jpeg(2, 2, [frame, turned, profile]).toString('hex'));
});

const at = (bytes: Buffer, offset: number, value: number) => {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(value, offset);
  return changed;
};

test.each([
  ['cut off', png().subarray(0, -1)],
  ['cut within its pixels', png().subarray(0, 60)],
  ['with a wrong checksum', at(png(), 50, 0xff)],
  ['without pixels', Buffer.concat([png().subarray(0, 33), pngChunk('IEND')])],
  ['with an unknown chunk that it needs', png(2, 2, pngChunk('QUIZ'))],
  ['with a chunk of four gigabytes', at(png(), 33, 0xff)],
  ['with two headers', png(2, 2, png().subarray(8, 33))],
  ['without a size', png(0, 2)],
  ['in a hundred thousand pieces', png(2, 2, ...Array<Buffer>(100_000).fill(pngChunk('IDAT')))],
])('a PNG %s is refused', (_, bytes) => {
  expect(() => cleanPng(bytes)).toThrow(expect.objectContaining({ code: 'image_unreadable' }));
});

const scan = jpegSegment(0xda, Buffer.from('010100003f00', 'hex'));
test.each([
  ['cut off', jpeg().subarray(0, -2)],
  ['cut within its tables', jpeg().subarray(0, 30)],
  [
    'whose pixels come before its frame',
    Buffer.concat([Buffer.from('ffd8', 'hex'), scan, jpeg().subarray(2)]),
  ],
  ['of a kind that no browser draws', jpeg(2, 2, [jpegSegment(0xc3, Buffer.alloc(9, 1))])],
  ['without pixels', Buffer.from('ffd8ffd9', 'hex')],
  ['without a size', jpeg(2, 0)],
  [
    'of a hundred thousand tables',
    jpeg(2, 2, Array<Buffer>(100_000).fill(jpegSegment(0xdb, Buffer.alloc(0)))),
  ],
  [
    'of a thousand scans',
    Buffer.concat([
      jpeg().subarray(0, -2),
      ...Array.from({ length: 1000 }, () => scan),
      Buffer.from('ffd9', 'hex'),
    ]),
  ],
])('a JPEG %s is refused', (_, bytes) => {
  expect(() => cleanJpeg(bytes)).toThrow(expect.objectContaining({ code: 'image_unreadable' }));
});

test('what says that it is huge is refused by its first bytes, and 4,096 is not yet huge', () => {
  for (const [width, height] of [
    [4097, 1],
    [1, 4097],
    [50_000, 50_000],
  ] as const) {
    for (const read of [() => cleanPng(png(width, height)), () => cleanJpeg(jpeg(width, height))]) {
      expect(read).toThrow(expect.objectContaining({ code: 'image_dimensions' }));
    }
  }
  expect(cleanJpeg(jpeg(4096, 4096)).length).toBeGreaterThan(0);
  expect(cleanPng(png(4096, 4096)).length).toBeGreaterThan(0);
});
