import { expect, test } from 'vitest';
import { render } from '../../test/render.tsx';
import { AnswerText, withoutHalfMark } from './AnswerText.tsx';

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
    '<ul class="list-disc ps-5"><li><span class="whitespace-nowrap">Lavande<i>1</i><i>3</i></span></li><li>Belvédère</li></ul>',
  );
  expect(await shown('<img src=x onerror=alert(1)> [lien](javascript:alert(1))')).toBe(
    '<p class="whitespace-pre-line">&lt;img src=x onerror=alert(1)&gt; [lien](javascript:alert(1))</p>',
  );
});

test('what is half a mark waits while the answer streams', () => {
  expect(withoutHalfMark('Le parking coûte 9 € [1')).toBe('Le parking coûte 9 €');
  expect(withoutHalfMark('Le **')).toBe('Le');
  expect(withoutHalfMark('Tout est dit [1].')).toBe('Tout est dit [1].');
});
