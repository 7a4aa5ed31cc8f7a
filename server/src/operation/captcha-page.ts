import { isLanguage } from '@parlance/contract/i18n';
import type { Config } from '../config.ts';
import { AppError } from '../kit/errors.ts';
import { escapeHtml } from '../kit/formats/html.ts';
import { buildPageHeaders } from '../kit/http/headers.ts';
import type { Registration } from '../kit/http/route.ts';

type Captcha = NonNullable<Config['captcha']>;

/** Where each provider's script comes from, and what it loads. */
const providers: Record<Captcha['provider'], { script: string; hosts: readonly string[] }> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=onCaptchaReady',
    hosts: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&onload=onCaptchaReady',
    hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
};

/** Draws the provider's captcha, and tells the app's page around it what came of it. */
const script = `const place = document.getElementById('captcha');
const { provider, sitekey, theme, language } = place.dataset;
const tell = (message) => window.parent.postMessage(message, window.location.origin);
document.body.style.margin = '0';
window.onCaptchaReady = () =>
  (provider === 'turnstile' ? window.turnstile : window.hcaptcha).render(place, {
    sitekey,
    theme,
    language,
    hl: language,
    ...(provider === 'turnstile' ? { size: 'flexible' } : {}),
    callback: (token) => tell({ captcha: 'solved', token }),
    'expired-callback': () => tell({ captcha: 'expired' }),
    'error-callback': () => tell({ captcha: 'expired' }),
    'open-callback': () => tell({ captcha: 'size', height: 600 }),
    'close-callback': () => tell({ captcha: 'size', height: 80 }),
    'chalexpired-callback': () => tell({ captcha: 'size', height: 80 }),
  });
`;

const page = (captcha: Captcha, language: string, theme: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="${theme}">
<title>Captcha · Parlance</title>
</head>
<body>
<div id="captcha" data-provider="${captcha.provider}" data-sitekey="${escapeHtml(captcha.siteKey)}" data-theme="${theme}" data-language="${language}"></div>
<script src="/captcha.js"></script>
<script src="${escapeHtml(providers[captcha.provider].script)}" async></script>
</body>
</html>
`;

/**
 * The captcha in a frame of its own: the provider's script runs under a policy that allows it there, and the app's
 * page keeps its own, which allows nobody's.
 */
export const captchaPage: Registration = {
  async plugin(app, { config }) {
    app.get<{ Querystring: { language?: unknown; theme?: unknown } }>('/captcha', async (request, reply) => {
      const { captcha } = config;
      if (!captcha) throw new AppError('not_found');
      const { language, theme } = request.query;
      return reply
        .headers(buildPageHeaders({ frameAncestors: "'self'", guests: providers[captcha.provider].hosts }))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page(captcha, isLanguage(language) ? language : 'fr', theme === 'light' ? 'light' : 'dark'));
    });
    app.get('/captcha.js', async (_request, reply) => {
      if (!config.captcha) throw new AppError('not_found');
      return reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(script);
    });
  },
};
