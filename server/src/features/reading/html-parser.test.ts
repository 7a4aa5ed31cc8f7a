import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { parseHtml } from './html-parser.ts';

/** Texts that follow each other are one. */
class Heard {
  readonly events: string[] = [];
  #text = '';

  text(text: string) {
    this.#text += text;
  }

  say(event: string) {
    if (this.#text !== '') this.events.push(`"${this.#text}`);
    this.#text = '';
    this.events.push(event);
  }
}

function heard(html: string): string[] {
  const heard = new Heard();
  parseHtml(html, {
    reads: () => true,
    open: (name, attributes) => heard.say(`<${name} ${JSON.stringify(attributes)}`),
    close: (name) => heard.say(`/${name}`),
    text: (text) => heard.text(text),
  });
  heard.say('end');
  return heard.events;
}

function heardByHtmlparser2(html: string): string[] {
  const heard = new Heard();
  const parser = new Parser({
    onopentag: (name, attributes) => heard.say(`<${name} ${JSON.stringify(attributes)}`),
    onclosetag: (name) => heard.say(`/${name}`),
    ontext: (text) => heard.text(text),
  });
  parser.end(html);
  heard.say('end');
  return heard.events;
}

const pieces = [
  ...[
    '<p>',
    '</p>',
    '<p/>',
    '</ p>',
    '<li>',
    '<ul>',
    '</ul>',
    '<div class="a b" id=x>',
    '</div>',
    '<br>',
    '</br>',
  ],
  ...[
    '<img src=x/>',
    '<table><tr><td>',
    '<th>',
    '</table>',
    '<tr>',
    '<td>',
    '<tbody>',
    '<thead>',
    '<tfoot>',
    '<h1>',
  ],
  ...[
    '</h1>',
    '<option>',
    '<select>',
    '</select>',
    '<optgroup>',
    '<dd>',
    '<dt>',
    '<rt>',
    '<rp>',
    '<form>',
    '<body>',
  ],
  ...[
    '<!-- > -->',
    '<!-->',
    '<!doctype html>',
    '<?php x ?>',
    '<![CDATA[ > ]]>',
    '<title>a &amp; <b> </title>',
  ],
  ...[
    '<script>if (a<b) "</div>" </script>',
    '<ScRipt>x</sCRIPT>',
    '<style>x</style >',
    '<textarea><p></textarea>',
  ],
  ...[
    '<svg><path d="a"/></svg>',
    '<math><mi>',
    '</math>',
    '<html lang=fr>',
    '<x-y z>',
    '</x-y>',
    '<a/b/c>',
    '<a = b>',
  ],
  ...[
    '<a href="?a=1&copy=2&amp;b">',
    "<a HREF='x' href=y>",
    '<A Class=q disabled>',
    '<a b = c d="e">',
    '<a b=c/>',
    '</a>',
  ],
  ...['text', ' & ', '&amp;', '&eacute', '&nbsp;', '&notit;', '&#8217;', '< ', '<3', '\n', '"', "'", '>'],
];

test('markup in any disorder says what it says to htmlparser2', () => {
  let state = 1;
  const some = (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
  for (let page = 0; page < 5_000; page++) {
    const html = Array.from({ length: 1 + some(9) }, () => pieces[some(pieces.length)]).join('');
    expect(heard(html), html).toEqual(heardByHtmlparser2(html));
  }
});

test('what a page breaks off in the middle of is left out; `</>` is nothing, as in browsers', () => {
  expect(heard('<p>un<a href="x')).toEqual(['<p {}', '"un', '/p', 'end']);
  expect(heard('un<!-- deux')).toEqual(['"un', 'end']);
  expect(heard('<title>un')).toEqual(['<title {}', '"un', '/title', 'end']);
  expect(heard('un</>deux<svg/><b/>x')).toEqual(['"undeux', '<svg {}', '/svg', '<b {}', '"x', '/b', 'end']);
});
