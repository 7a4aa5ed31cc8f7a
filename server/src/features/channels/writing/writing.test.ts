import { expect, test } from 'vitest';
import { randomFrom } from '../../../test/fuzz.ts';
import { compose as composeForTelegram } from '../telegram/composing.ts';
import { printHtml } from '../telegram/html.ts';
import { compose as composeForWhatsApp } from '../whatsapp/composing.ts';
import { printMarked } from '../whatsapp/format.ts';
import { partsOf } from './parts.ts';
import { printPlain, readMarkdown } from './spans.ts';

const answer = `# Horaires
La **piscine** est ouverte de *7 h* à \`20 h\` [1]. Voir [le site](https://exemple.fr/piscine) & <plus>.

- petit bassin
- grand bassin

| Jour | Prix |
|---|---|
| lundi | 5 € |

> Enfants accompagnés.

\`\`\`
a < b
\`\`\``;

test('an answer is printed in what each messenger knows', () => {
  expect(printHtml(readMarkdown(answer))).toBe(`<b>Horaires</b>

La <b>piscine</b> est ouverte de <i>7 h</i> à <code>20 h</code> [1]. Voir le site (https://exemple.fr/piscine) &amp; &lt;plus&gt;.

• petit bassin
• grand bassin

• <b>Jour: </b>lundi, <b>Prix: </b>5 €

<blockquote>Enfants accompagnés.</blockquote>

<pre>a &lt; b</pre>`);
  expect(printMarked(readMarkdown(answer))).toContain('La *piscine* est ouverte de _7 h_ à `20 h` [1].');
  expect(printMarked(readMarkdown(answer))).toContain('> Enfants accompagnés.');
});

/** Whether tags are closed in the order in which they were opened, and nothing else looks like one. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, end, name = '', sign] of html.matchAll(/<(\/?)(b|i|code|pre|blockquote)>|([<>])/g)) {
    if (sign !== undefined) return false;
    if (end === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0 && !/&(?!amp;|lt;|gt;)/.test(html);
}

test('of 10,000 answers made of marks none is lost: each part is whole, short enough, and nothing is left out', () => {
  const random = randomFrom(20_261_123);
  const pieces = [
    '**',
    '*',
    '_',
    '`',
    '```\n',
    '\n',
    '\n\n',
    '# ',
    '- ',
    '1. ',
    '> ',
    '| a | b |\n|---|---|\n',
    '[1]',
  ];
  const words = ['mot', 'été', '<b>', '&', '👩‍👩‍👧', 'https://exemple.fr/a_b', '[x](y)', 'phrase. ', ' '];
  const of = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  for (let round = 0; round < 10_000; round++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
      of(random() < 0.5 ? pieces : words),
    ).join('');
    const blocks = readMarkdown(text);
    const parts = partsOf(blocks, 60);
    for (const part of parts) {
      expect(isBalanced(printHtml(part)), text).toBe(true);
      expect(printPlain(part).length, text).toBeLessThanOrEqual(60);
    }
    const bare = (blocks: ReturnType<typeof readMarkdown>) => printPlain(blocks).replace(/\s+/g, '');
    expect(parts.map(bare).join(''), text).toBe(bare(blocks));
  }
});

test('an image is a link; what is all marks is sent without them where they would make it too long for WhatsApp', () => {
  expect(printPlain(readMarkdown('![Plan](https://exemple.fr/plan.png)'))).toBe(
    'Plan (https://exemple.fr/plan.png)',
  );
  const messages = composeForWhatsApp({ text: '**a** *b* '.repeat(800), language: 'fr' });
  for (const { text } of messages)
    expect((text as { body: string } | undefined)?.body.length).toBeLessThanOrEqual(4096);
});

test('a long answer comes in parts, its sources with the last, its buttons below it', () => {
  const say = {
    text: `${'Une phrase assez longue pour compter. '.repeat(250)}[1]`,
    language: 'fr' as const,
    citations: [
      {
        number: 1,
        passageId: crypto.randomUUID(),
        sourceName: 'guide.pdf',
        position: { page: 3 },
        quote: '',
      },
    ],
    buttons: [{ label: 'Autre chose ?', data: 's:0' }],
  };
  const telegram = composeForTelegram(say, { chatId: 1 });
  expect(telegram.length).toBeGreaterThanOrEqual(3);
  expect(telegram.at(-1)).toMatchObject({
    text: expect.stringContaining('[1] guide.pdf, p. 3'),
    reply_markup: { inline_keyboard: [[{ callback_data: 's:0' }]] },
  });
  const whatsApp = composeForWhatsApp(say);
  for (const { text } of whatsApp)
    expect((text as { body: string } | undefined)?.body.length ?? 0).toBeLessThan(4096);
  expect(whatsApp.at(-1)).toMatchObject({ type: 'interactive' });
});
