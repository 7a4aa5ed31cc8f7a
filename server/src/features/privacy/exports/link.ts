import { createHmac, timingSafeEqual } from 'node:crypto';
import { fetchExport } from '@parlance/contract/endpoints/account/exports';
import type { Context } from '../../../context.ts';
import type { ExportRow } from './queries.ts';

type Signed = Pick<ExportRow, 'id' | 'nonce'>;

const sign = ({ secrets }: Pick<Context, 'secrets'>, { id, nonce }: Signed) =>
  createHmac('sha256', secrets.derive('privacy.export-link')).update(`${id}\n`).update(nonce).digest();

/** Where an archive is fetched by whoever holds this address. */
export const archiveUrl = (context: Context, made: Signed) =>
  `${context.config.publicUrl}${fetchExport.path.replace(':exportId', made.id)}?token=${sign(context, made).toString('base64url')}`;

export function opensArchive(context: Context, made: Signed, token: string): boolean {
  const given = Buffer.from(token, 'base64url');
  const right = sign(context, made);
  return given.length === right.length && timingSafeEqual(given, right);
}
