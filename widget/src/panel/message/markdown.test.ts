import { expect, test } from 'vitest';
import { createTextRenderer, type Rendering } from './markdown.ts';

const rendering: Rendering = {
  chip(number) {
    if (number > 3) return;
    const chip = document.createElement('i');
    chip.textContent = String(number);
    return chip;
  },
  table: 'Tableau',
  allows: (address) => address.host !== 'evil.example',
};

function html(text: string, streaming = false) {
  const element = document.createElement('div');
  createTextRenderer(element, rendering)(text, streaming);
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
  const render = createTextRenderer(element, rendering);
  render('Un\n\nDeux', true);
  const first = element.firstChild;
  render('Un\n\nDeux et trois', true);
  expect(element.firstChild).toBe(first);
  expect(element.textContent).toBe('UnDeux et trois');
});

const table = (head: string[], ...rows: string[][]) =>
  `<div class="table"><table>${[
    head.map((cell) => `<th scope="col" style="text-align: start;">${cell}</th>`),
    ...rows.map((row) => row.map((cell) => `<td style="text-align: start;">${cell}</td>`)),
  ]
    .map((cells) => `<tr>${cells.join('')}</tr>`)
    .join('')}</table></div>`;

test('a table has cells with chips, links and marks as elsewhere', () => {
  expect(
    html('Voici :\n| Formule | Prix |\n|---------|------|\n| **A** | 9 € [1] |\n| B | 12 € |\nFin'),
  ).toBe(
    `<p class="p">Voici :</p>${table(
      ['Formule', 'Prix'],
      ['<strong>A</strong>', '9 <span class="glued">€<i>1</i></span>'],
      ['B', '12 €'],
    )}<p class="p">Fin</p>`,
  );
  const guarded = html(
    '| a | b |\n|---|---|\n| [ici](javascript:alert(1)) | [x](https://evil.example/?q) |\n| <img src=x> | moi@a.example |',
  );
  expect(guarded.match(/<a /g)).toHaveLength(1);
  expect(guarded).toContain('href="mailto:moi@a.example"');
  expect(guarded).not.toContain('<img');
});

test('a table is read without outer pipes, with escaped pipes, ragged, aligned, with one column', () => {
  expect(html('a | b\n- | -\n1 | 2')).toBe(table(['a', 'b'], ['1', '2']));
  expect(html('|a|b|\r\n|-|-|\r\n|x \\| y|`p\\|q`|')).toBe(table(['a', 'b'], ['x | y', '<code>p|q</code>']));
  expect(html('|a|b|\n|-|-|\n|1|\n|1|2|3|\n||2|')).toBe(table(['a', 'b'], ['1'], ['1', '2', '3'], ['', '2']));
  expect(html('|a|\n|-|\n|1|')).toBe(table(['a'], ['1']));
  expect(html('|a|b|c|\n|:-|:-:|-:|').match(/text-align: \w+/g)).toEqual([
    'text-align: start',
    'text-align: center',
    'text-align: end',
  ]);
  for (const text of ['a | b', '|x| vaut 3\nau plus', 'a | b\n---', '|\n|'])
    expect(html(text)).not.toContain('<table');
});

test('quotations have one level and blocks of their own; rules are drawn', () => {
  expect(html('> Un [1]\n> deux\n>\n>> - a\n> - b\n\nFin')).toBe(
    '<blockquote dir="auto"><p class="p"><span class="glued">Un<i>1</i></span>\ndeux</p><ul><li>a</li><li>b</li></ul></blockquote><p class="p">Fin</p>',
  );
  expect(html(`${'> '.repeat(30_000)}x`)).toBe('<blockquote dir="auto"><p class="p">x</p></blockquote>');
  expect(html('a\n\n---\n***\nb')).toBe('<p class="p">a</p><hr><hr><p class="p">b</p>');
});

test('a table that is being written is never pipes first, and comes row by row', () => {
  const text = 'Voici :\n\n| Formule | Prix |\n|:--|--:|\n| A | 9 € [1] |\n| B | 12 € |\n\nFin';
  const seen = new Set<string>();
  for (let end = 0; end <= text.length; end++) {
    const drawn = html(text.slice(0, end), true);
    expect(drawn).not.toMatch(/[|-]{2}|\| |<p class="p">\W*</);
    const rows = drawn.match(/<tr>.*?<\/tr>/g) ?? [];
    for (const row of rows) expect(row.match(/<t[hd]/g)).toHaveLength(2);
    seen.add(`${rows.length}`);
  }
  expect([...seen]).toEqual(['0', '1', '2', '3']);
  // Without outer pipes it is words until its dashes have come: once.
  const bare = 'Formule | Prix\n--- | ---\nA | 9 €';
  const kinds = new Set<string>();
  for (let end = 1; end <= bare.length; end++) kinds.add(html(bare.slice(0, end), true).slice(0, 4));
  expect([...kinds]).toEqual(['<p c', '<div']);
  expect(html('Fin.\n\n--', true)).toBe('<p class="p">Fin.</p>');
});

// Read over and over, any of these would take minutes: the test would run out of time.
test.each(['a', '_', '[', '[a', '![', ' ', '.', '>', '-:'])(
  'a text without a break is read once (%j)',
  (piece) => {
    const long = piece.repeat(300_000);
    for (const text of [`é${long}é`, `${long}@${long}`, `https://a${long}a`, `[a](${long}`]) {
      html(text, true);
      expect(html(text)).toContain('</p>');
    }
  },
);

test.each(['|', '| ', '\\|', '|-', '|\n', '>|\n', '\n> ', '-\n'])('64 KB of %j are read once', (piece) => {
  const long = piece.repeat(Math.floor(65_536 / piece.length));
  for (const text of [long, `${long}x`, `a\n${long}`]) {
    html(text, true);
    expect(html(text)).toContain('<');
  }
});

// Fewer than 64 KB hold: here a row takes ten times as long as in a browser.
test('a table of 4,000 rows is read once', () => {
  const rows = '|-|\n'.repeat(4000);
  expect(html(rows)).toContain('<td');
  expect(html(`a\n${rows}x`, true)).toContain('<');
});
