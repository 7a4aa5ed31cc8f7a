import { parseJson } from '../../kit/http/server/json.ts';

export const versions = ['1.0.0', '2.0.0'] as const;
export type Version = (typeof versions)[number];

type Ref = string | number | null;

/** A message of Phoenix' channel protocol. */
export interface Frame {
  joinRef: Ref;
  ref: Ref;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

const isRef = (value: unknown): value is Ref =>
  value === null || typeof value === 'number' || (typeof value === 'string' && value.length <= 100);
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= 255;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing for what is no frame of the version. */
export function decodeFrame(version: Version, bytes: Uint8Array): Frame | undefined {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    return undefined;
  }
  if (version === '2.0.0') return Array.isArray(value) && value.length === 5 ? frameOf(value) : undefined;
  if (!isObject(value)) return undefined;
  const { join_ref: joinRef = null, ref = null, topic, event, payload } = value;
  return frameOf([joinRef, ref, topic, event, payload]);
}

function frameOf([joinRef, ref, topic, event, payload]: unknown[]): Frame | undefined {
  if (!isRef(joinRef) || !isRef(ref) || !isName(topic) || !isName(event) || !isObject(payload))
    return undefined;
  return { joinRef, ref, topic, event, payload };
}

export function encodeFrame(version: Version, { joinRef, ref, topic, event, payload }: Frame): string {
  return JSON.stringify(
    version === '2.0.0'
      ? [joinRef, ref, topic, event, payload]
      : { topic, event, payload, ref, join_ref: joinRef },
  );
}
