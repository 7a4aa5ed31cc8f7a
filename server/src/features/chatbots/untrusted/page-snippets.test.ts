import { expect, test } from 'vitest';
import { readSnippets } from './page-snippets.ts';

const id = 'abcdefghijklmnopqrstuv';
const read = (html: string) => readSnippets(html, 'https://hotel.example/accueil');
const loader = `https://bot.example/embed/v1/${id}/widget.js`;

test('the loader is found however a page writes it', () => {
  const attributes = { chatbot: id, nonce: undefined };
  const found = { kind: 'script', address: loader, publicId: id, attributes };
  for (const html of [
    `<script src="${loader}" data-chatbot="${id}" async></script>`,
    `<SCRIPT DATA-CHATBOT='${id}' SRC=${loader}></SCRIPT>`,
    `<base href="https://bot.example/"><script src="/embed/v1/${id}/widget.js" data-chatbot=${id}>`,
    `<!-- x --><p><script defer src="https:&#x2f;&#x2f;bot.example/embed/v1/${id}/widget.js" data-chatbot=${id}></script>`,
  ]) {
    expect(read(html).snippets).toEqual([found]);
  }
});

test('what is no loader is none', () => {
  for (const html of [
    `<!-- <script src="${loader}"></script> -->`,
    `<pre>&lt;script src="${loader}"&gt;</pre>`,
    `<textarea><script src="${loader}"></script></textarea>`,
    `<script src="https://bot.example/embed/v1/x/widget.js"></script>`,
    `<script src="data:text/javascript,/embed/v1/${id}/widget.js"></script>`,
    `<iframe src="https://video.example/embed/short"></iframe>`,
  ]) {
    expect(read(html).snippets).toEqual([]);
  }
});

test('frames, scripts that add the loader, tag managers and policies are told', () => {
  const html = `
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'">
    <script>s.src="https:\\/\\/bot.example\\/embed\\/v1\\/${id}\\/widget.js"; s.src="${loader}"</script>
    <script>(function(w,d,s,l,i){...})(window,document,'script','dataLayer','GTM-ABCD12');</script>
    <iframe src="https://bot.example/embed/${id}?x=1"></iframe>`;
  expect(read(html)).toEqual({
    snippets: [
      { kind: 'script', address: loader, publicId: id, attributes: undefined },
      {
        kind: 'frame',
        address: `https://bot.example/embed/${id}?x=1`,
        publicId: id,
        attributes: { chatbot: undefined, nonce: undefined },
      },
    ],
    policies: ["default-src 'self'"],
    hasTagManager: true,
  });
});

test('a page beyond all bounds is refused; ten megabytes of anything are read', () => {
  expect(() => read('<b>'.repeat(1000))).toThrow();
  for (const part of ['<script>', '<', '"', 'http://', `<script>${loader}</script>`, '&amp;', 'GTM-A']) {
    expect(read(part.repeat(2_000_000 / part.length)).snippets.length).toBeLessThanOrEqual(20);
  }
});
