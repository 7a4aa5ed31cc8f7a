import type { Language } from '@parlance/contract/i18n';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string);

/** A plain page of the server's own: no script; its style is a file of ours, as the policy wants. */
export const page = ({
  language,
  title,
  body,
}: {
  language: Language;
  title: string;
  body: string;
}) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Parlance</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/pages.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;

export const pageStyle = `:root{color-scheme:light dark;--ground:#f6f3ec;--text:#1e2427;--soft:#5d6569;--line:#e0dcd3;--link:#016b50}
@media (prefers-color-scheme:dark){:root{--ground:#121617;--text:#f2eee6;--soft:#a8a39b;--line:#2f3538;--link:#77e3bc}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:66ch;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 1.5rem}
h2{font-size:1.15rem;line-height:1.3;margin:2.25rem 0 .5rem}
a{color:var(--link);overflow-wrap:anywhere}
nav ol{padding-inline-start:1.25rem}
article{border-top:1px solid var(--line);padding-top:.25rem}
.meta,.lead{color:var(--soft)}
.meta{font-size:.875rem;margin:.25rem 0}
.text{white-space:pre-line;overflow-wrap:anywhere}
a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media print{body{background:#fff;color:#000}a{color:#000}}
`;
