import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import { AuthError } from '../requests/errors.ts';
import type { Body } from '../requests/fields.ts';

const verdict = z.looseObject({ success: z.boolean() });
const timeoutMs = 5000;
const maxTokenLength = 8192;
const maxAnswerBytes = 64 * 1024;

const captchaRefused = () => new AuthError('captcha_failed', 'captcha protection: request disallowed');

/**
 * Where the operator asks for it, only who has solved a captcha goes on; nobody does while the provider can't be
 * asked. Our secret and the person's token go there, their address does not.
 */
export async function requireCaptcha(context: Context, body: Body): Promise<void> {
  const { captcha } = context.config;
  if (!captcha) return;
  const security = body.gotrue_meta_security as { captcha_token?: unknown } | null | undefined;
  const token = security?.captcha_token;
  if (typeof token !== 'string' || token === '' || token.length > maxTokenLength) throw captchaRefused();
  if (!(await isSolved(context, captcha, token))) throw captchaRefused();
}

type Captcha = NonNullable<Context['config']['captcha']>;

async function isSolved(context: Context, captcha: Captcha, token: string): Promise<boolean> {
  const form = new URLSearchParams({ secret: captcha.secret, response: token });
  // Unless it is told which site is ours, it accepts another site's token.
  if (captcha.provider === 'hcaptcha') form.set('sitekey', captcha.siteKey);
  try {
    const response = await fetch(captcha.verifyUrl, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = verdict.safeParse(JSON.parse(await readBeginning(response)));
    return response.ok && answer.success && answer.data.success;
  } catch (error) {
    context.log.warn({ error, provider: captcha.provider }, 'the captcha could not be verified');
    return false;
  }
}

async function readBeginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Error('the answer is too long');
  }
  return Buffer.concat(chunks).toString('utf8');
}
