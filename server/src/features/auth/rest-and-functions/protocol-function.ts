import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../kit/http/route.ts';

/** What the official client invokes by its name; always for a signed-in person. */
export interface ProtocolFunction {
  name: string;
  maxBodyBytes?: number;
  run(context: Context, caller: Caller, request: FastifyRequest): Promise<object>;
}
