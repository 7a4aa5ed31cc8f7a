import { expect, test } from 'vitest';
import { createText, type Rendering } from './markdown.ts';

const rendering: Rendering = {
  chip(number) {
    if (number > 3) return;
    const chip = document.createElement('i');
    chip.textContent = String(number);
    return chip;
  },
  allows: (address) => address.host !== 'evil.example',
};

function html(text: string, streaming = false) {
  const element = document.createElement('div');
  createText(element, rendering)(text, streaming);
  return element.innerHTML;
}

test('paragraphs, emphasis, code and headings', () => {
  expect(html('Un **mot** et *un* autre, `code`.\n\nDeux')).toBe(
    '<p class="p">Un <strong>mot</strong> et <em>un</em> autre, <code>code</code>.</p><p class="p">Deux</p>',
  );
  expect(html('## Titre\nTexte')).toBe('<p class="h">Titre</p><p class="p">Texte</p>');
  expect(html('```js\na < b\n\n**c**\n```')).toBe('<pre><code>a &lt; b\n\n**c**</code></pre>');
  expect(html('2 * 3 * 4 et snake_case_name, \\*non\\*')).toBe(
    '<p class="p">2 * 3 * 4 et snake_case_name, *non*</p>',
  );
});

test('lists keep their numbers, and one deeper level', () => {
  expect(html('3. c\n4. d\n   - sous')).toBe(
    '<ol start="3"><li>c</li><li>d</li><li class="deep">sous</li></ol>',
  );
  expect(html('- a\n\n- b')).toBe('<ul><li>a</li><li>b</li></ul>');
});

test('markup of an answer stays text; images are never made', () => {
  expect(html('<img src=x onerror=alert(1)> <b>x</b>')).toBe(
    '<p class="p">&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;x&lt;/b&gt;</p>',
  );
  expect(html('![suivi](https://evil.example/p.png)')).toBe('<p class="p">suivi</p>');
});

test('links go out only over http, https and mail, with their host visible', () => {
  const link = (href: string, content: string) =>
    `<p class="p"><a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${content}</a></p>`;
  expect(html('[ici](https://a.example/x)')).toBe(
    link('https://a.example/x', 'ici<span class="host"> (a.example)</span>'),
  );
  expect(html('https://a.example/x')).toBe(link('https://a.example/x', 'https://a.example/x'));
  expect(html('moi@a.example')).toBe(link('mailto:moi@a.example', 'moi@a.example'));
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//a.example',
    'https://evil.example/?q=1',
  ])
    expect(html(`[ici](${address})`)).not.toContain('<a');
  expect(html('Voir https://a.example/x.')).toContain('</a>.</p>');
});

test('chips are glued to the last word, and a number without passage disappears', () => {
  expect(html('dans la véranda [1].')).toBe(
    '<p class="p">dans la <span class="glued">véranda<i>1</i>.</span></p>',
  );
  expect(html('**11 h** [1][2], puis')).toBe(
    '<p class="p"><span class="glued"><strong>11 h</strong><i>1</i><i>2</i>,</span> puis</p>',
  );
  expect(html('rien [9].')).toBe('<p class="p">rien.</p>');
});

test('half a mark waits, and what stands is not touched again', () => {
  expect(html('Le prix [1', true)).toBe('<p class="p">Le prix</p>');
  expect(html('Le prix **', true)).toBe('<p class="p">Le prix</p>');
  const element = document.createElement('div');
  const render = createText(element, rendering);
  render('Un\n\nDeux', true);
  const first = element.firstChild;
  render('Un\n\nDeux et trois', true);
  expect(element.firstChild).toBe(first);
  expect(element.textContent).toBe('UnDeux et trois');
});

// Read over and over, any of these would take minutes: the test would run out of time.
test.each(['a', '_', '[', '[a', '![', ' ', '.'])('a text without a break is read once (%j)', (piece) => {
  const long = piece.repeat(300_000);
  for (const text of [`é${long}é`, `${long}@${long}`, `https://a${long}a`, `[a](${long}`]) {
    html(text, true);
    expect(html(text)).toContain('</p>');
  }
});
