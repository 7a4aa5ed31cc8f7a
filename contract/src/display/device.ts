const browsers: ReadonlyArray<[RegExp, string]> = [
  [/\bEdgA?\//, 'Edge'],
  [/\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: ReadonlyArray<[RegExp, string]> = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const first = (names: ReadonlyArray<[RegExp, string]>, text: string) =>
  names.find(([form]) => form.test(text))?.[1];

/** What a user agent claims to be, without versions; nothing for what it does not name. */
export function deviceOf(userAgent: string | null) {
  const text = (userAgent ?? '').slice(0, 512);
  const system = first(systems, text);
  return {
    browser: first(browsers, text),
    system,
    isHandheld: system === 'Android' || system === 'iPhone' || system === 'iPad',
  };
}

/** What a user agent claims to be, in one name: `Firefox (Linux)`. */
export function deviceNameOf(userAgent: string | null): string | undefined {
  const { browser, system } = deviceOf(userAgent);
  return browser && system ? `${browser} (${system})` : (browser ?? system);
}
