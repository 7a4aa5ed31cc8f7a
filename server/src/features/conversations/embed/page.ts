import { defineTexts, type Language, speak } from '@parlance/contract/i18n';
import { escapeHtml } from '../../../kit/formats/html.ts';

const texts = defineTexts({
  needsScript: { fr: 'Cet assistant a besoin de JavaScript.', en: 'This assistant needs JavaScript.' },
});

/** The headers of the page of `/embed/{publicId}`; `frameAncestors` from the allowed domains. */
export const embedPolicy = (frameAncestors: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The page itself: no inline script, no inline style. `script` is the address of the widget's page file. */
export const embedHtml = (page: { name: string; language: Language; script: string }) => `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.name)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<script type="module" src="${escapeHtml(page.script)}"></script>
</head>
<body><noscript>${speak(texts, page.language).needsScript}</noscript></body>
</html>
`;
