import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { readModels } from './chat-models.ts';
import { readPlans } from './plans.ts';
import { readSamlProviders } from './saml-providers.ts';

/** A wrong value of the environment: its message is the one line that ends the start. */
export class ConfigError extends Error {}

const text = z.string().trim().min(1);
const httpUrl = text.refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'must be an http or https address',
);
const origin = httpUrl
  .refine((value) => {
    if (!URL.canParse(value)) return true; // The schema has refused these.
    const { pathname, search, hash } = new URL(value);
    return pathname === '/' && search === '' && hash === '';
  }, 'must be an origin, without a path')
  .transform((value) => (URL.canParse(value) ? new URL(value).origin : value));
const whole = (min: number, max: number) =>
  text
    .refine((value) => /^\d+$/.test(value), 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);
const seconds = (fallback: number) => whole(1, 2 ** 31).default(fallback);
const list = <T>(item: z.ZodType<T, string>) =>
  text
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item));
const mailAddress = text.refine(
  (value) => /^[^\s@<>]+@[^\s@<>]+$|<[^\s@<>]+@[^\s@<>]+>$/.test(value),
  'must be an email address',
);
const hostAndPort = text.refine(
  (value) => /^(\[[0-9a-f:]+\]|[^\s:/]+):\d{1,5}$/i.test(value),
  'must be host:port pairs',
);
const cidr = text.refine(
  (value) => ipaddr.isValid(value) || ipaddr.isValidCIDR(value),
  'must be addresses or CIDR ranges',
);
const day = 86_400;
const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** A service that secrets are sent to: in the clear only to this machine. */
const platformOrigin = origin.refine(
  (value) => !value.startsWith('http:') || loopback.has(new URL(value).hostname),
  'must begin with https://',
);

/** The table of `docs` and README: one entry a variable, all optional. */
export const environment = {
  HOST: text.default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  PUBLIC_URL: origin.optional(),
  SITE_URLS: list(origin).default([]),
  TRUSTED_PROXIES: list(cidr).default([]),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: text
    .refine((value) => /^postgres(ql)?:\/\//.test(value), 'must begin with postgres://')
    .optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  STORAGE_URL: text
    .refine(
      (value) => value.startsWith('s3://') && URL.canParse(value),
      'must be s3://bucket?endpoint=…&region=…',
    )
    .optional(),
  STORAGE_ACCESS_KEY_ID: text.optional(),
  STORAGE_SECRET_ACCESS_KEY: text.optional(),
  SECRET_KEY: list(z.string().min(32, 'must hold keys of at least 32 characters')).optional(),
  SMTP_URL: text
    .refine(
      (value) => /^smtps?:\/\//.test(value) && URL.canParse(value),
      'must begin with smtp:// or smtps://',
    )
    .optional(),
  MAIL_FROM: mailAddress.optional(),
  SUPPORT_EMAIL: mailAddress.optional(),
  OPERATOR_NAME: text.optional(),
  OPERATOR_ADDRESS: text.optional(),
  PRIVACY_URL_FR: httpUrl.optional(),
  PRIVACY_URL_EN: httpUrl.optional(),
  PRIVACY_VERSION: text.max(32).optional(),
  TERMS_URL_FR: httpUrl.optional(),
  TERMS_URL_EN: httpUrl.optional(),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_API_KEY: text.optional(),
  LLM_MODEL: text.optional(),
  LLM_MODELS: text.optional(),
  EMBEDDINGS_BASE_URL: httpUrl.optional(),
  EMBEDDINGS_API_KEY: text.optional(),
  EMBEDDINGS_MODEL: text.optional(),
  EMBEDDINGS_DIMENSIONS: whole(1, 16_000).optional(),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  SAML_PROVIDERS: text.optional(),
  CAPTCHA_PROVIDER: z.enum(['turnstile', 'hcaptcha']).optional(),
  CAPTCHA_SECRET: text.optional(),
  CAPTCHA_SITE_KEY: text.optional(),
  CAPTCHA_VERIFY_URL: httpUrl.optional(),
  STRIPE_SECRET_KEY: text
    .regex(/^[sr]k_\w+$/, 'must be a secret key, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: text.regex(/^whsec_\S+$/, 'must begin with whsec_').optional(),
  STRIPE_API_URL: platformOrigin.default('https://api.stripe.com'),
  TELEGRAM_API_URL: platformOrigin.default('https://api.telegram.org'),
  WHATSAPP_API_URL: platformOrigin.default('https://graph.facebook.com'),
  PLANS_FILE: text.optional(),
  OCR: z.enum(['on', 'off']).default('on'),
  GEOIP_URL: httpUrl.optional(),
  CRAWLER_ALLOW: list(hostAndPort).default([]),
  CRAWLER_REQUESTS_PER_SECOND: text
    .refine((value) => /^\d+(\.\d+)?$/.test(value), 'must be a number of at least 0')
    .transform(Number)
    .default(1),
  AUTH_RATE_LIMIT_EMAILS_PER_HOUR: whole(1, 1_000_000).default(30),
  AUTH_RATE_LIMIT_REQUESTS_PER_5MIN: whole(1, 1_000_000).default(150),
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: whole(0, 86_400).default(60),
  AUTH_ACCESS_TOKEN_SECONDS: seconds(3600),
  AUTH_OTP_SECONDS: seconds(3600),
  AUTH_CODE_SECONDS: seconds(300),
  AUTH_REFRESH_REUSE_SECONDS: seconds(10),
  AUTH_FRESH_SESSION_SECONDS: seconds(300),
  AUTH_MFA_CHALLENGE_SECONDS: seconds(300),
  AUTH_SESSION_SECONDS: seconds(90 * day),
  AUTH_SESSION_IDLE_SECONDS: seconds(30 * day),
  EMBED_RATE_LIMIT_PER_MINUTE: whole(0, 1_000_000).default(20),
  RETENTION_SECURITY_DAYS: whole(1, 36_500).default(365),
  RETENTION_MAIL_DAYS: whole(1, 36_500).default(7),
  RETENTION_JOBS_DAYS: whole(1, 36_500).default(30),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
} as const;

const captchaVerifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

type Environment = z.output<z.ZodObject<typeof environment>>;

function readEnvironment(env: Record<string, string | undefined>): Environment {
  // An empty variable is an unset one: that is how compose files and .env files say "not this".
  const set = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in environment && value?.trim() !== ''),
  );
  const read = z.object(environment).safeParse(set);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ConfigError(
    `${String(issue?.path[0])} ${issue?.message.replace(/^Invalid option: expected /, 'must be ') ?? 'is wrong'}.`,
  );
}

const together = (values: Environment, names: (keyof Environment)[]) => {
  const missing = names.find((name) => values[name] === undefined);
  const given = names.find((name) => values[name] !== undefined);
  if (missing && given) throw new ConfigError(`${missing} is missing: it goes with ${given}.`);
};

function fromFile<T>(variable: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(
      `${variable} cannot be used: ${String(error instanceof Error ? error.message : error).split('\n')[0]}.`,
    );
  }
}

/**
 * The environment in the program's words; nothing else reads it. Throws `ConfigError`, whose message names
 * the variable that is wrong.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const values = readEnvironment(env);
  const listensLocally = loopback.has(values.HOST);
  if (!listensLocally && values.SMTP_URL === undefined && values.ROLE !== 'worker') {
    throw new ConfigError(
      `HOST ${values.HOST} is reachable from elsewhere, so SMTP_URL is required: without it mails would be shown to anyone.`,
    );
  }
  if (values.ROLE !== 'all' && !values.SECRET_KEY) {
    throw new ConfigError('SECRET_KEY is required when ROLE is not "all": every process needs the same one.');
  }
  if (values.ROLE !== 'all' && !values.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL is required when ROLE is not "all": the embedded database belongs to one process.',
    );
  }
  together(values, ['LLM_BASE_URL', 'LLM_MODEL']);
  if (values.LLM_MODELS !== undefined && values.LLM_MODEL === undefined) {
    throw new ConfigError('LLM_MODEL is missing: it goes with LLM_MODELS.');
  }
  together(values, ['EMBEDDINGS_BASE_URL', 'EMBEDDINGS_MODEL', 'EMBEDDINGS_DIMENSIONS']);
  together(values, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  together(values, ['CAPTCHA_PROVIDER', 'CAPTCHA_SECRET', 'CAPTCHA_SITE_KEY']);
  together(values, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  together(values, ['STORAGE_ACCESS_KEY_ID', 'STORAGE_SECRET_ACCESS_KEY']);
  const plans = fromFile('PLANS_FILE', () => readPlans(values.PLANS_FILE));
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const mailFrom = values.MAIL_FROM ?? 'Parlance <parlance@localhost>';
  const bareAddress = (address: string) => /<([^<>]+)>/.exec(address)?.[1] ?? address;
  return Object.freeze({
    host: values.HOST,
    port: values.PORT,
    listensLocally,
    publicUrl,
    /** Unset, the loopback names count as it (`api.md`). */
    publicUrlIsDefault: values.PUBLIC_URL === undefined,
    siteUrls: values.SITE_URLS,
    trustedProxies: values.TRUSTED_PROXIES,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    role: values.ROLE,
    storage:
      values.STORAGE_URL === undefined
        ? undefined
        : {
            url: values.STORAGE_URL,
            accessKeyId: values.STORAGE_ACCESS_KEY_ID,
            secretAccessKey: values.STORAGE_SECRET_ACCESS_KEY,
          },
    secretKeys: values.SECRET_KEY,
    smtpUrl: values.SMTP_URL,
    mailFrom,
    supportEmail: bareAddress(values.SUPPORT_EMAIL ?? mailFrom),
    /** Whether somebody reads what is sent there. */
    hasContact: (values.SUPPORT_EMAIL ?? values.MAIL_FROM) !== undefined,
    operatorName: values.OPERATOR_NAME ?? 'Parlance',
    operatorAddress: values.OPERATOR_ADDRESS,
    ownPrivacyVersion: values.PRIVACY_VERSION ?? '1',
    legal: {
      privacy: {
        fr: values.PRIVACY_URL_FR ?? '/legal/privacy/fr',
        en: values.PRIVACY_URL_EN ?? '/legal/privacy/en',
      },
      terms: { fr: values.TERMS_URL_FR ?? '/legal/terms/fr', en: values.TERMS_URL_EN ?? '/legal/terms/en' },
    },
    chatModel:
      values.LLM_BASE_URL === undefined || values.LLM_MODEL === undefined
        ? undefined
        : { baseUrl: values.LLM_BASE_URL, apiKey: values.LLM_API_KEY, name: values.LLM_MODEL },
    embeddingModel:
      values.EMBEDDINGS_BASE_URL === undefined ||
      values.EMBEDDINGS_MODEL === undefined ||
      values.EMBEDDINGS_DIMENSIONS === undefined
        ? undefined
        : {
            baseUrl: values.EMBEDDINGS_BASE_URL,
            apiKey: values.EMBEDDINGS_API_KEY,
            name: values.EMBEDDINGS_MODEL,
            dimensions: values.EMBEDDINGS_DIMENSIONS,
          },
    google:
      values.GOOGLE_CLIENT_ID === undefined || values.GOOGLE_CLIENT_SECRET === undefined
        ? undefined
        : {
            issuer: values.GOOGLE_ISSUER,
            clientId: values.GOOGLE_CLIENT_ID,
            clientSecret: values.GOOGLE_CLIENT_SECRET,
          },
    /** Empty: no sign-in by organisations. */
    samlProviders: fromFile('SAML_PROVIDERS', () => readSamlProviders(values.SAML_PROVIDERS)),
    captcha:
      values.CAPTCHA_PROVIDER === undefined || !values.CAPTCHA_SECRET || !values.CAPTCHA_SITE_KEY
        ? undefined
        : {
            provider: values.CAPTCHA_PROVIDER,
            secret: values.CAPTCHA_SECRET,
            siteKey: values.CAPTCHA_SITE_KEY,
            verifyUrl: values.CAPTCHA_VERIFY_URL ?? captchaVerifyUrls[values.CAPTCHA_PROVIDER],
          },
    stripe:
      values.STRIPE_SECRET_KEY === undefined || values.STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : {
            secretKey: values.STRIPE_SECRET_KEY,
            webhookSecret: values.STRIPE_WEBHOOK_SECRET,
            apiUrl: values.STRIPE_API_URL,
          },
    channels: {
      telegramApiUrl: values.TELEGRAM_API_URL,
      whatsappApiUrl: values.WHATSAPP_API_URL,
    },
    plans,
    /** Of the chat model's provider, those that may be chosen; the default first. */
    models: fromFile('LLM_MODELS', () => readModels(values.LLM_MODELS, values.LLM_MODEL, plans)),
    /** Whether text is recognised in pictures of pages. */
    recognisesText: values.OCR === 'on',
    geoipUrl: values.GEOIP_URL,
    crawlerAllow: values.CRAWLER_ALLOW,
    /** 0: unbounded. */
    crawlerRequestsPerSecond: values.CRAWLER_REQUESTS_PER_SECOND,
    auth: {
      emailsPerHour: values.AUTH_RATE_LIMIT_EMAILS_PER_HOUR,
      requestsPer5Min: values.AUTH_RATE_LIMIT_REQUESTS_PER_5MIN,
      minSecondsBetweenEmails: values.AUTH_MIN_SECONDS_BETWEEN_EMAILS,
      accessTokenSeconds: values.AUTH_ACCESS_TOKEN_SECONDS,
      otpSeconds: values.AUTH_OTP_SECONDS,
      codeSeconds: values.AUTH_CODE_SECONDS,
      refreshReuseSeconds: values.AUTH_REFRESH_REUSE_SECONDS,
      freshSessionSeconds: values.AUTH_FRESH_SESSION_SECONDS,
      mfaChallengeSeconds: values.AUTH_MFA_CHALLENGE_SECONDS,
      sessionSeconds: values.AUTH_SESSION_SECONDS,
      sessionIdleSeconds: values.AUTH_SESSION_IDLE_SECONDS,
    },
    embedMessagesPerMinute: values.EMBED_RATE_LIMIT_PER_MINUTE,
    retention: {
      securityDays: values.RETENTION_SECURITY_DAYS,
      mailDays: values.RETENTION_MAIL_DAYS,
      jobsDays: values.RETENTION_JOBS_DAYS,
    },
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
  });
}

export type Config = ReturnType<typeof readConfig>;
