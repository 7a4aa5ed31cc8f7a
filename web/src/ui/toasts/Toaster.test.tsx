import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render, says } from '../../test/render.tsx';
import { Toaster } from './Toaster.tsx';
import { reportOutcome, showToast, toasts } from './toasts.ts';

beforeEach(async () => {
  vi.useFakeTimers();
  await act(async () => toasts.set([]));
  await render(<Toaster label="Notifications" closeLabel="Fermer" />);
});
afterEach(() => vi.useRealTimers());

const show = (title: string) => act(async () => void showToast({ tone: 'info', title }));
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const region = () => document.querySelector('[data-toasts]') as HTMLElement;

test('a toast is out of sight after 5 s and forgotten 5 s later', async () => {
  await show('Enregistré');
  await pass(4900);
  expect(says('Enregistré')).toBe(true);
  await pass(200);
  expect(says('Enregistré')).toBe(false);
  expect(toasts.get()).toHaveLength(1);
  await pass(5000);
  expect(toasts.get()).toHaveLength(0);
});

test('a sixth drops the oldest', async () => {
  for (const title of ['un', 'deux', 'trois', 'quatre', 'cinq', 'six']) await show(title);
  expect(region().querySelectorAll('li')).toHaveLength(5);
  expect(says('un')).toBe(false);
  expect(says('six')).toBe(true);
});

test('the clock stands still while the pointer or the focus is there', async () => {
  await show('Lisez-moi');
  await pass(3000);
  const button = region().querySelector('button') as HTMLElement;
  await act(async () => button.focus());
  await pass(20_000);
  expect(says('Lisez-moi')).toBe(true);
  await act(async () => button.blur());
  await pass(2100);
  expect(says('Lisez-moi')).toBe(false);
});

test('in a hidden tab only the clock of what can be undone goes on', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const turn = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  const gone: string[] = [];
  await turn();
  await show('Enregistré');
  const action = { label: 'Annuler', run() {}, undoes: true as const };
  const onGone = () => void gone.push('supprimé');
  await act(async () => void showToast({ tone: 'success', title: 'Supprimé', action, onGone }));
  await pass(5_100);
  expect(gone).toEqual(['supprimé']);
  expect([says('Supprimé'), says('Enregistré')]).toEqual([false, true]);
  hidden.mockRestore();
  await turn();
});

test('a text that was selected is not dragged away from under a swipe', async () => {
  await show('Sélectionné');
  const drag = new Event('dragstart', { bubbles: true, cancelable: true });
  region().querySelector('p')?.dispatchEvent(drag);
  expect(drag.defaultPrevented).toBe(true);
});

test('a refusal interrupts, the rest waits its turn', async () => {
  await act(async () => reportOutcome('Refusé').failed());
  expect(region().querySelector('[aria-live=assertive]')?.textContent).toContain('Refusé');
  expect(region().querySelector('[aria-live=polite]')?.textContent).toBe('');
});

test('Ctrl+Z undoes the last that can be undone, where nothing is typed', async () => {
  const undone: string[] = [];
  const action = (title: string) => ({
    label: 'Annuler',
    run: () => void undone.push(title),
    undoes: true as const,
  });
  for (const title of ['Un', 'Deux'])
    await act(async () => void showToast({ tone: 'success', title, action: action(title) }));
  const press = (target: EventTarget) =>
    act(async () => {
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }));
    });
  await press(document.body.appendChild(document.createElement('input')));
  expect(undone).toEqual([]);
  await press(document.body);
  await press(document.body);
  expect(undone).toEqual(['Deux', 'Un']);
});
