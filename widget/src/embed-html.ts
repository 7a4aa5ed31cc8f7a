/** What the server says beside the page of `/embed/{publicId}`; `frameAncestors` from the allowed domains. */
export function embedPolicy(frameAncestors: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length ? frameAncestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** The page itself: no inline script, no inline style. `script` is the address of the build's `page` file. */
export function embedHtml(page: { name: string; language: 'fr' | 'en'; script: string }): string {
  const needsScript =
    page.language === 'fr' ? 'Cet assistant a besoin de JavaScript.' : 'This assistant needs JavaScript.';
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.name)}</title>
<script type="module" src="${escapeHtml(page.script)}"></script>
</head>
<body><noscript>${needsScript}</noscript></body>
</html>
`;
}
