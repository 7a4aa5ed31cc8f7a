import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render, says } from '../../test/render.tsx';
import { Tooltip } from './Tooltip.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test('the first tooltip waits; its neighbour follows at once, also for who goes straight there', async () => {
  await render(
    ['Un', 'Deux'].map((name) => (
      <Tooltip key={name} text={`À propos de ${name}`}>
        <button type="button">{name}</button>
      </Tooltip>
    )),
  );
  const [one, two] = document.querySelectorAll('button');
  const mouse = (type: string, from: Element | null | undefined, to: Element | null | undefined) =>
    (type === 'pointerover' ? to : from)?.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerType: 'mouse',
        relatedTarget: (type === 'pointerover' ? from : to) ?? null,
      }),
    );
  await act(async () => void mouse('pointerover', document.body, one));
  await pass(600);
  expect(says('À propos de Un')).toBe(false);
  await pass(200);
  expect(says('À propos de Un')).toBe(true);
  // One movement, before anything is drawn again.
  await act(async () => {
    mouse('pointerout', one, two);
    mouse('pointerover', one, two);
  });
  await pass(50);
  expect(says('À propos de Deux')).toBe(true);
});
