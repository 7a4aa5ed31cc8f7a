import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const refusal = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return undefined;
};

describe('the environment', () => {
  test('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      role: 'all',
      chatModel: undefined,
      hasContact: false,
      legal: { privacy: { fr: '/legal/privacy/fr', en: '/legal/privacy/en' } },
      crawlerRequestsPerSecond: 1,
      embedMessagesPerMinute: 20,
      retention: { securityDays: 365, mailDays: 7, jobsDays: 30 },
    });
  });

  test('is read once: nobody changes it later', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  test('says the origin of the port unless told another', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readConfig({ PUBLIC_URL: 'https://chat.example/' }).publicUrl).toBe('https://chat.example');
  });

  test('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', SMTP_URL: ' ', LLM_BASE_URL: '' }).port).toBe(3000);
  });

  test('counts the sender as the contact where no other is named', () => {
    const config = readConfig({ MAIL_FROM: 'Parlance <hello@chat.example>' });
    expect(config).toMatchObject({ supportEmail: 'hello@chat.example', hasContact: true });
  });

  const wrong: [Record<string, string>, string][] = [
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'chat.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://chat.example/app' }, 'PUBLIC_URL'],
    [{ SITE_URLS: 'https://a.example,ftp://b.example' }, 'SITE_URLS'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, 300.1.1.1' }, 'TRUSTED_PROXIES'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ ROLE: 'boss' }, 'ROLE'],
    [{ ROLE: 'web', DATABASE_URL: 'postgres://localhost/x' }, 'SECRET_KEY'],
    [{ ROLE: 'worker', SECRET_KEY: 'x'.repeat(32) }, 'DATABASE_URL'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ SECRET_KEY: `${'x'.repeat(32)},short` }, 'SECRET_KEY'],
    [{ HOST: '0.0.0.0' }, 'SMTP_URL'],
    [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ STORAGE_URL: 'https://bucket.example' }, 'STORAGE_URL'],
    [{ PRIVACY_URL_FR: 'javascript:alert(1)' }, 'PRIVACY_URL_FR'],
    [{ LLM_BASE_URL: 'http://127.0.0.1:1/v1' }, 'LLM_MODEL'],
    [{ EMBEDDINGS_BASE_URL: 'http://127.0.0.1:1/v1', EMBEDDINGS_MODEL: 'm' }, 'EMBEDDINGS_DIMENSIONS'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET'],
    [{ CAPTCHA_PROVIDER: 'puzzle' }, 'CAPTCHA_PROVIDER'],
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_SECRET_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'x' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_API_URL: 'http://stripe.example' }, 'STRIPE_API_URL'],
    [{ STRIPE_API_URL: 'https://stripe.example/v1' }, 'STRIPE_API_URL'],
    [{ CRAWLER_ALLOW: 'http://127.0.0.1' }, 'CRAWLER_ALLOW'],
    [{ CRAWLER_REQUESTS_PER_SECOND: '-1' }, 'CRAWLER_REQUESTS_PER_SECOND'],
    [{ AUTH_OTP_SECONDS: '0' }, 'AUTH_OTP_SECONDS'],
    [{ EMBED_RATE_LIMIT_PER_MINUTE: 'many' }, 'EMBED_RATE_LIMIT_PER_MINUTE'],
    [{ RETENTION_JOBS_DAYS: '1.5' }, 'RETENTION_JOBS_DAYS'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ PLANS_FILE: '/nowhere/plans.json' }, 'PLANS_FILE'],
    [{ LLM_MODELS: '/nowhere/models.json' }, 'LLM_MODEL'],
  ];
  test.each(wrong)('%o ends the start with one line that names %s', (env, name) => {
    const message = refusal(env);
    expect(message).toContain(name);
    expect(message).not.toContain('\n');
    expect(message).toMatch(/\.$/);
  });

  test('offers the models that its file names, the default first', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-models-'));
    const given = (models: unknown, LLM_MODEL = 'small') => {
      const LLM_MODELS = join(folder, 'models.json');
      writeFileSync(LLM_MODELS, JSON.stringify(models));
      return { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL, LLM_MODELS };
    };
    const large = { id: 'large', factor: 3, plan: 'growth' };
    expect(readConfig(given([large])).models).toEqual([{ id: 'small', factor: 1, plan: 'free' }, large]);
    expect(readConfig(given([{ id: 'a' }, { id: 'small', factor: 0.5 }])).models).toEqual([
      { id: 'small', factor: 0.5, plan: 'free' },
      { id: 'a', factor: 1, plan: 'free' },
    ]);
    for (const models of [
      [{ id: 'a' }, { id: 'a' }],
      [{ id: 'a', factor: 0 }],
      [{ id: 'a', plan: 'gold' }],
      [{ id: 'a', price: 3 }],
      [{ id: 'small', plan: 'growth' }],
      {},
    ]) {
      expect(refusal(given(models))).toMatch(/^LLM_MODELS cannot be used: [^\n]+\.$/);
    }
    rmSync(folder, { recursive: true });
  });

  test('never says a secret', () => {
    expect(refusal({ SECRET_KEY: 'hunter2' })).not.toContain('hunter2');
    expect(refusal({ DATABASE_URL: 'mysql://user:hunter2@localhost' })).not.toContain('hunter2');
  });
});
