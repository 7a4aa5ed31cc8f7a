export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** JSON lines on standard output; secrets are redacted by key and by shape (security S8.4). */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** A log like this one, with these fields on every line. */
  child(fields: object): Log;
}

const ranks: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 };

const secretKey =
  /^(authorization|apikey|cookie|set-cookie|password|.*token|.*secret|code|code_verifier|x-telegram.*|stripe-signature)$/i;
const secretValues = [
  /\b\d{6,}:[\w-]{30,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /\b[sr]k_\w{8,}/g,
  /\bwhsec_\w+/g,
  /\bEAA\w{20,}/g,
  /\bparlance_[\w-]{20,}/g,
];
const maxDepth = 6;
const maxText = 4000;

function redactText(text: string): string {
  let clean = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  for (const shape of secretValues) clean = clean.replace(shape, '[redacted]');
  // Addresses keep their path: a query may hold a token.
  return clean.replace(/(https?:\/\/[^\s"'?#]+)(?:[?#][^\s"']*)?/g, '$1');
}

function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value;
  if (value instanceof Date) return value.toISOString();
  if (depth >= maxDepth) return '[deep]';
  if (value instanceof Error) {
    return {
      name: value.name,
      message: redactText(value.message),
      ...('code' in value ? { code: value.code } : {}),
      stack: redactText(value.stack ?? ''),
      ...(value.cause === undefined ? {} : { cause: redact(value.cause, depth + 1) }),
    };
  }
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`;
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secretKey.test(key) ? '[redacted]' : redact(item, depth + 1),
    ]),
  );
}

/** `write` takes one whole line without its end. JSON escapes control characters: no text can forge a line. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
  fields: object = {},
): Log {
  const at = (rank: LogLevel) => (more: object, message: string) => {
    if (ranks[rank] < ranks[level]) return;
    const line = { time: new Date().toISOString(), level: rank, message: redactText(message) };
    write(JSON.stringify({ ...line, ...(redact({ ...fields, ...more }) as object) }));
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (more) => createLog(level, write, { ...fields, ...more }),
  };
}
