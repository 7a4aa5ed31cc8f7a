const browsers: ReadonlyArray<[RegExp, string]> = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
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

/** The browser and system a user agent claims to be, without versions; nothing for what is neither. */
export function deviceName(userAgent: string | null): string | undefined {
  const text = (userAgent ?? '').slice(0, 512);
  const browser = first(browsers, text);
  const system = first(systems, text);
  return browser && system ? `${browser} (${system})` : (browser ?? system);
}
