import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('fewer than six characters are too short, whatever they are', () => {
  expect(passwordStrength('')).toBe('short');
  expect(passwordStrength('à€Z9!')).toBe('short');
});

test('what is usual, repeats, counts up or is the person’s own is weak', () => {
  for (const password of [
    'azerty',
    'motdepasse1',
    'aaaaaaaaaaaaaaaa',
    '12345678',
    'abcdefghij',
    'password2026',
  ]) {
    expect(passwordStrength(password), password).toBe('weak');
  }
  expect(passwordStrength('camillemorel', ['camille@example.fr', 'Morel'])).toBe('weak');
});

test('length and variety make it stronger', () => {
  expect(passwordStrength('vjpwqzbx')).toBe('fair');
  expect(passwordStrength('vjRw4zbxT')).toBe('good');
  expect(passwordStrength('six chevaux bleus')).toBe('strong');
});
