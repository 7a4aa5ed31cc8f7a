import { expect, test } from 'vitest';
import { printInline, printMarkdown } from './markdown.ts';

const around = {
  addressOf: (href: string) => href.replace('.md', ''),
  picture: (href: string, alt: string) => `<img src="${href}" alt="${alt}">`,
};
const print = (...lines: string[]) => printMarkdown(lines.join('\n'), around);

test('marks within a line, and what looks like HTML as it is written', () => {
  expect(printInline('**Save** _now_, `a<b` & <b>, [there](x.md#y), ![seen](p.webp)', around)).toBe(
    '<strong>Save</strong> <em>now</em>, <code>a&lt;b</code> &amp; &lt;b&gt;, <a href="x#y">there</a>, <img src="p.webp" alt="seen">',
  );
  expect(printInline('[out](https://example.org/"x)', around)).toBe(
    '<a href="https://example.org/&quot;x" rel="noreferrer">out</a>',
  );
  expect(printInline('3 * 4 [ ** `', around)).toBe('3 * 4 [ ** `');
  expect(printInline('a_b_c and snake_case', around)).toBe('a_b_c and snake_case');
});

test('code stands as it is written, its lines and indents too', () => {
  expect(print('See:', '', '```js', 'if (a < b) {', '  **go**();', '}', '```', '', 'Done.').html).toBe(
    '<p>See:</p>\n<pre tabindex="0"><code>if (a &lt; b) {\n  **go**();\n}</code></pre>\n<p>Done.</p>',
  );
});

test('headings keep the id behind them; those of tasks are listed', () => {
  const { html, headings } = print(
    '## Add **files** <a id="files"></a>',
    '',
    '### More <a id="more"></a>',
    '',
    '## Bare',
  );
  expect(html).toBe('<h2 id="files">Add <strong>files</strong></h2>\n<h3 id="more">More</h3>\n<h2>Bare</h2>');
  expect(headings).toEqual([{ id: 'files', text: 'Add <strong>files</strong>' }]);
});

test('steps hold paragraphs and pictures; a list of another kind begins anew', () => {
  expect(
    print(
      '1. One',
      '   goes on.',
      '',
      '   ![p](a.webp)',
      '',
      '2. Two',
      '3. Three',
      '',
      '- a',
      '- b',
      '',
      'After',
      'it.',
    ).html,
  ).toBe(
    [
      '<ol><li><p>One goes on.</p>',
      '<p><img src="a.webp" alt="p"></p></li>',
      '<li>Two</li>',
      '<li>Three</li></ol>',
      '<ul><li>a</li>',
      '<li>b</li></ul>',
      '<p>After it.</p>',
    ].join('\n'),
  );
});

test('tables and quotations', () => {
  expect(print('| A | B |', '| --- | --- |', '| **x** | y |', '', '> Mind', '> this.').html).toBe(
    '<div class="wide"><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td><strong>x</strong></td><td>y</td></tr></tbody></table></div>\n<blockquote><p>Mind this.</p></blockquote>',
  );
});
