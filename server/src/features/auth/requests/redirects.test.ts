import { describe, expect, test } from 'vitest';
import { checkedRedirect, withFragment } from './redirects.ts';

const sites = {
  publicUrl: 'https://app.example',
  publicUrlIsDefault: false,
  siteUrls: ['https://staging.example:8443'],
};

describe('a redirect', () => {
  test('leads to our own sites, whatever the path', () => {
    for (const wish of [
      'https://app.example/auth/callback?a=1',
      'https://app.example',
      'HTTPS://APP.EXAMPLE/x',
      'https://app.example:443/x',
      'https://staging.example:8443/x',
    ]) {
      expect(checkedRedirect(sites, wish), wish).toBe(new URL(wish).href);
    }
  });

  test('never leads anywhere else', () => {
    for (const wish of [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https:evil.example',
      'https:app.example',
      'http://app.example',
      'https://app.example@evil.example',
      'https://user@app.example',
      'https://app.example.evil.example',
      'https://app.example:444',
      'https://staging.example',
      'https://evil.example/https://app.example',
      'javascript:alert(1)//https://app.example',
      'java\tscript:alert(1)',
      'ht\ntps://app.example',
      'https://app.example/%0d%0aSet-Cookie:x\r\nx',
      'data:text/html,x',
      ' https://app.example',
      '/login',
      '',
      ['https://app.example'],
      { href: 'https://app.example' },
      null,
      undefined,
      'x'.repeat(100_000),
    ]) {
      expect(checkedRedirect(sites, wish), String(wish)).toBe('https://app.example');
    }
  });

  test('falls back to where the person came from only when nothing was wished for', () => {
    expect(checkedRedirect(sites, undefined, 'https://app.example/register')).toBe(
      'https://app.example/register',
    );
    expect(checkedRedirect(sites, 'https://evil.example', 'https://app.example/register')).toBe(
      'https://app.example',
    );
    expect(checkedRedirect(sites, undefined, 'https://evil.example/')).toBe('https://app.example');
  });

  test('carries its facts in the fragment, marked as ours', () => {
    expect(withFragment('https://app.example/a?b=1#old', { type: 'signup' })).toBe(
      'https://app.example/a?b=1#type=signup&sb=',
    );
  });
});
