import { crc32, deflateSync } from 'node:zlib';
import { addressOf } from '@parlance/contract/endpoint';
import { type Chatbot, type ImageSlot, setChatbotImage } from '@parlance/contract/endpoints/chatbots';

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const made = Buffer.concat([Buffer.alloc(4), named, Buffer.alloc(4)]);
  made.writeUInt32BE(data.length, 0);
  made.writeUInt32BE(crc32(named), made.length - 4);
  return made;
}

/** A picture in one grey, with `extra` chunks before its pixels. */
export function png(width = 2, height = 2, ...extra: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = Math.min(height, 4096);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.min(width, 4096) + 1) * rows))),
    pngChunk('IEND'),
  ]);
}

export function jpegSegment(marker: number, data: Buffer): Buffer {
  const made = Buffer.concat([Buffer.of(0xff, marker, 0, 0), data]);
  made.writeUInt16BE(data.length + 2, 2);
  return made;
}

/** The skeleton of a picture, with `extra` segments at its start and `tail` after its end. */
export function jpeg(width = 2, height = 2, extra: Buffer[] = [], tail: Buffer = Buffer.alloc(0)): Buffer {
  const frame = Buffer.from('0800000000010111 00'.replace(' ', ''), 'hex');
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...extra,
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.from('12ff00ffd034', 'hex'),
    Buffer.from('ffd9', 'hex'),
    tail,
  ]);
}

/** Uploads as the customiser does. */
export async function sendImage(
  program: { url: string },
  user: { token: string },
  chatbotId: string,
  image: { slot?: ImageSlot | string; bytes?: Buffer | string; name?: string },
): Promise<{ status: number; body: Chatbot & { code?: string } }> {
  const form = new FormData();
  if (image.slot !== undefined) form.append('slot', image.slot);
  if (image.bytes !== undefined)
    form.append('file', new Blob([new Uint8Array(Buffer.from(image.bytes))]), image.name ?? 'image.png');
  const response = await fetch(program.url + addressOf(setChatbotImage, { chatbotId }), {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Chatbot };
}
