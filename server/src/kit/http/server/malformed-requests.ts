import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@parlance/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { problemOf } from '../problem.ts';

export const maxTargetBytes = 8 * 1024;

/**
 * The error with which the HTTP parser refused bytes, before there was a request: `bytes` are those that it had at
 * hand.
 */
export interface ParserError extends Error {
  code?: string;
  rawPacket?: unknown;
}

function codeOf({ code, rawPacket }: ParserError): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_INVALID_METHOD') return 'method_not_allowed';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed_request';
  if (!Buffer.isBuffer(rawPacket)) return 'headers_too_large';
  const end = rawPacket.indexOf('\r\n');
  const target = end < 0 ? rawPacket.length : end;
  return target > maxTargetBytes ? 'uri_too_long' : 'headers_too_large';
}

/** Answers what never became a request, and closes: nothing behind it can be trusted (RFC 9112 §9.6). */
export function refuseUnparsed(error: ParserError, socket: Socket, headers: Record<string, string>) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
  const requestId = randomUUID();
  // Its Accept-Language is unknown: the product's default language.
  const problem = problemOf(codeOf(error), { requestId }, 'fr');
  const body = JSON.stringify(problem);
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
  );
}

/** Refuses CONNECT: nobody is connected through to elsewhere. */
export function refuseTunnels(app: FastifyInstance, headers: Record<string, string>) {
  app.server.on('connect', (_request, socket) =>
    refuseUnparsed(
      Object.assign(new Error('CONNECT'), { code: 'HPE_INVALID_METHOD' }),
      socket as Socket,
      headers,
    ),
  );
}

/**
 * Refuses a second `Host` header: Node takes the first, whoever stands before us may take the other (RFC 9112 §3.2).
 */
export function refuseSecondHost(request: FastifyRequest) {
  const { rawHeaders } = request.raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  if (hosts > 1) throw new AppError('malformed_request', { detail: 'more than one Host' });
}
