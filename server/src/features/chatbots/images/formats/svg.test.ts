import { expect, test } from 'vitest';
import { jpeg, png, pngChunk } from '../../../../test/images.ts';
import { cleanSvg } from './svg.ts';

const clean = (svg: string) => cleanSvg(Buffer.from(svg));
const inSvg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}${content === '' ? '/>' : `>${content}</svg>`}`;
const data = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;

test('what draws stays as it is drawn', () => {
  const picture = inSvg(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<g transform="rotate(45 1 1)"><path d="M0 0h1" fill="url(#a)"/><use xlink:href="#a"/></g>' +
      '<text x="1">A &amp; B &lt;</text>',
    ' viewBox="0 0 24 24"',
  );
  expect(clean(picture)).toBe(picture);
});

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script of another name space', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
  ['a page', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>'],
  ['an animated address', '<animate attributeName="href" to="javascript:alert(1)"/>'],
  ['a set address', '<set attributeName="xlink:href" to="javascript:alert(1)"/>'],
  ['a style sheet', '<style>@import "//evil.example/x.css"; @keyframes a {}</style>'],
  ['a style sheet in other words', '<style>g{fill:url(//evil.example)}</style>'],
  ['a picture from outside', '<image href="https://evil.example/p.png"/>'],
  ['a picture that is a page', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
  ['a use of something outside', '<use href="https://evil.example/x.svg#a"/>'],
  ['a use of data', '<use xlink:href="data:image/svg+xml,%3Csvg/%3E"/>'],
  ['a filter', '<filter id="f"><feImage href="https://evil.example/"/></filter>'],
  ['words about it', '<metadata>x</metadata><title>x</title><desc>x</desc>'],
  ['a comment', '<!-- x --><?xml-stylesheet href="//evil.example"?>'],
])('%s is left out', (_, content) => {
  expect(clean(inSvg(content))).toBe(inSvg(''));
});

test.each([
  ['onload="alert(1)"', ''],
  ['ONCLICK="alert(1)"', ''],
  ['style="background:url(//evil.example)"', ''],
  ['style="fill:url( https://evil.example )"', ''],
  ['style="fill:\\75rl(//evil.example)"', ''],
  ['style="behavior:url(#x);fill:red"', ' fill="red"'],
  ['style="fill:url(\'#x\') ! important"', ' fill="url(\'#x\')"'],
  ['fill="url(&#x2f;/evil.example)"', ''],
  ['fill="image-set(&quot;//evil.example&quot; 1x)"', ''],
  ['fill="URL(//evil.example)"', ''],
  ['mask="url(#x) url(//evil.example)"', ''],
  ['xlink:href="javascript:alert(1)"', ''],
  ['href="#x"', ''],
  ['data-x="1" aria-label="x" tabindex="0"', ''],
  ['d="M0 0(1"', ''],
])('of an element with %s the rest stays', (given, kept) => {
  expect(clean(inSvg(`<rect ${given}/>`))).toBe(inSvg(`<rect${kept}/>`));
});

test('links and switches become groups', () => {
  const given = '<a xlink:href="https://evil.example"><switch><foreignObject/><rect/></switch></a>';
  expect(clean(inSvg(given))).toBe(inSvg('<g><g><rect/></g></g>'));
});

test('the styles of drawing programs are written to the elements', () => {
  const given =
    '<defs><style>.a, .b { fill: #0a0; } /* } */ .b{stroke:url(#g)} #c{opacity:.5} g > .a{fill:red} @media print{.a{fill:blue}}</style></defs>' +
    '<rect class="a"/><rect class="x b" id="c" fill="blue" style="stroke:none"/>';
  expect(clean(inSvg(given))).toBe(
    inSvg('<defs/><rect fill="#0a0"/><rect id="c" fill="#0a0" stroke="none" opacity=".5"/>'),
  );
});

test('pictures within are cleaned as if they came alone', () => {
  const given = inSvg(`<image href="${data('jpeg', png(2, 2, pngChunk('tEXt', Buffer.from('secret'))))}"/>`);
  expect(clean(given)).toBe(inSvg(`<image xlink:href="${data('png', png())}"/>`));
  const photo = inSvg(`<image xlink:href="${data('jpg', jpeg())}"/>`);
  expect(clean(photo)).toBe(inSvg(`<image xlink:href="${data('jpeg', jpeg())}"/>`));
  const bomb = inSvg(`<image href="${data('png', png(50_000, 50_000))}"/>`);
  expect(() => clean(bomb)).toThrow(expect.objectContaining({ code: 'image_dimensions' }));
});

test('a size that a picture has no use for goes', () => {
  expect(clean(inSvg('', ' width="48" height="24px"'))).toBe(
    inSvg('', ' width="48" height="24px" viewBox="0 0 48 24"'),
  );
  expect(clean(inSvg('', ' width="99999" height="99999"'))).toBe(inSvg('', ' viewBox="0 0 99999 99999"'));
  expect(clean(inSvg('', ' width="100%" height="1e9" viewBox="0 0 1 1"'))).toBe(
    inSvg('', ' viewBox="0 0 1 1"'),
  );
});

const laughs = Array.from(
  { length: 12 },
  (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(10)}</g>`,
).join('');
test.each([
  ['a DOCTYPE', `<!DOCTYPE svg [<!ENTITY a "b">]>${inSvg('<text>&a;</text>')}`],
  [
    'entities of a billion laughs',
    `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>${inSvg('<text>&c;</text>')}`,
  ],
  [
    'a file of the server',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${inSvg('<text>&x;</text>')}`,
  ],
  ['an entity that nobody declared', inSvg('<text>&nbsp;</text>')],
  ['uses of a billion laughs', inSvg(`<rect id="l0"/>${laughs}`)],
  ['a use of itself', inSvg('<g id="a"><use href="#a"/></g>')],
  ['depth', inSvg('<g>'.repeat(300) + '</g>'.repeat(300))],
  ['an open element', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
  ['a page around it', '<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>'],
  ['attributes without end', inSvg(`<g ${Array.from({ length: 300 }, (_, at) => `a${at}="1"`).join(' ')}/>`)],
  [
    'a style that multiplies',
    inSvg(`<style>g{font-family:${'x'.repeat(10_000)}}</style>${'<g/>'.repeat(10_000)}`),
  ],
])('%s is refused', (_, svg) => {
  expect(() => clean(svg)).toThrow(expect.objectContaining({ code: 'image_unreadable' }));
});

test.each(['', 'GIF89a', '<html xmlns="http://www.w3.org/1999/xhtml"/>', '<svgs/>'])(
  '%j is no SVG',
  (text) => {
    expect(() => clean(text)).toThrow(expect.objectContaining({ code: 'image_unsupported' }));
  },
);

// A quadratic reading of any of these takes minutes.
test.each([
  ['one word', `<path d="${'a'.repeat(1_900_000)}"/>`],
  ['open brackets', `<path d="${'rgb('.repeat(400_000)}"/>`],
  ['addresses', `<rect style="${'fill:url(#'.repeat(180_000)}"/>`],
  ['comments', `<style>${'/*'.repeat(900_000)}</style>`],
  ['rules', `<style>${'.a{'.repeat(600_000)}</style>`],
  ['selectors', `<style>${'.a,'.repeat(600_000)}{fill:red}</style>`],
  ['classes', `<style>.a{fill:red}</style><g class="${'a '.repeat(900_000)}"/>`],
])('two megabytes of %s are read at once', (_, content) => {
  expect(clean(inSvg(content))).toContain('<svg');
});
