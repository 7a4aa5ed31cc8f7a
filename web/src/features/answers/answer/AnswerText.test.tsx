import { expect, test } from 'vitest';
import { render } from '../../../test/render.tsx';
import { AnswerText } from './AnswerText.tsx';
import { LeftOutSentences } from './LeftOutSentences.tsx';

const shown = async (text: string) => {
  await render(<AnswerText text={text} chip={(number, key) => <i key={key}>{number}</i>} />);
  return document.body.firstElementChild?.innerHTML;
};

test('an answer’s marks become chips, bold words and lists; anything else stays text', async () => {
  expect(await shown('Le parking coûte **9 €** [1].\n\nIl se réserve. [2]')).toBe(
    '<p class="whitespace-pre-line">Le parking coûte <span class="whitespace-nowrap"><strong>9 €</strong><i>1</i>.</span></p>' +
      '<p class="whitespace-pre-line">Il se <span class="whitespace-nowrap">réserve.<i>2</i></span></p>',
  );
  expect(await shown('- Lavande [1] [3]\n- Belvédère')).toBe(
    '<ul class="list-disc whitespace-pre-line ps-5"><li><span class="whitespace-nowrap">Lavande<i>1</i><i>3</i></span></li><li>Belvédère</li></ul>',
  );
  expect(await shown('<img src=x onerror=alert(1)> [lien](javascript:alert(1))')).toBe(
    '<p class="whitespace-pre-line">&lt;img src=x onerror=alert(1)&gt; [lien](javascript:alert(1))</p>',
  );
});

test('a table, a quotation, a rule and code are drawn; cells keep their chips, and links in them stay text', async () => {
  const drawn = await shown(
    '| Formule | Prix |\n|---|---:|\n| **Basse** [1] | 9 € |\n| [ici](javascript:alert(1)) | a \\| b | <b> |',
  );
  const cell = 'class="py-1 pe-3 align-top"';
  const end = 'style="text-align: end;"';
  const start = 'style="text-align: start;"';
  expect(drawn).toContain(
    `<th scope="col" ${start} class="py-1 pe-3 align-top font-strong">Formule</th><th scope="col" ${end} class="py-1 pe-3 align-top font-strong">Prix</th>`,
  );
  expect(drawn?.match(/<tr/g)).toHaveLength(3);
  expect(drawn).toContain('<strong>Basse</strong><i>1</i></span></td>');
  expect(drawn).toContain(
    `<td ${start} ${cell}>[ici](javascript:alert(1))</td><td ${end} ${cell}>a | b</td>`,
  );
  expect(drawn).toContain('&lt;b&gt;</td>');
  expect(drawn).not.toContain('role="region"');
  const others = await shown('> Ouvert [2]\n> le soir\n\n---\n\n```\n**a**\n```\n## Titre\n3. c\n   - d');
  expect(others).toContain('<i>2</i></span>\nle soir</p></blockquote><hr');
  expect(others).toContain('>**a**</pre><p class="whitespace-pre-line font-strong">Titre</p><ol start="3"');
});

test('what a model wrote and nobody was shown is struck through, each sentence with its reason', async () => {
  const sentences = [
    { text: 'Le parking coûte 15 € [1].', reason: 'amount' as const },
    { text: '<b>Le spa</b> est gratuit.', reason: 'claim' as const },
  ];
  await render(<LeftOutSentences sentences={sentences} />);
  const struck = [...document.querySelectorAll('del')].map(({ textContent }) => textContent);
  // Its marks lead nowhere.
  expect(struck).toEqual(['Le parking coûte 15 €.', '<b>Le spa</b> est gratuit.']);
  expect(document.body.textContent).toMatch(/montant ou un pourcentage|amount or a percentage/);
  document.body.replaceChildren();
  await render(<LeftOutSentences sentences={undefined} />);
  expect(document.querySelector('section')).toBeNull();
});
