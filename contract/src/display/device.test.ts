import { expect, test } from 'vitest';
import { deviceNameOf, deviceOf } from './device.ts';

const claims = {
  'Chrome (Windows)':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Edge (Windows)':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
  'Firefox (Linux)': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Safari (macOS)':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Safari (iPhone)':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Chrome (iPad)':
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
  'Samsung Internet (Android)':
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  'Chrome (Linux)':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/147.0.0.0 Safari/537.36',
};

test('a browser and its system are told from what it claims', () => {
  for (const [name, userAgent] of Object.entries(claims)) expect(deviceNameOf(userAgent)).toBe(name);
});

test('what names neither has no name', () => {
  for (const userAgent of [null, '', 'curl/8.5.0', '\u0000'.repeat(10_000)]) {
    expect(deviceNameOf(userAgent)).toBeUndefined();
  }
  expect(deviceOf('Linux').browser).toBeUndefined();
});

test('what is held in the hand is known', () => {
  expect(deviceOf(claims['Safari (iPhone)']).isHandheld).toBe(true);
  expect(deviceOf(claims['Chrome (Windows)']).isHandheld).toBe(false);
});
