import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

// Nothing here may look for a network or a graphics card: neither is there in CI.
const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isRoot = process.getuid?.() === 0;

/**
 * How to start a browser: the machine's Chromium or Chrome, `BROWSER_PATH` first; without one, or when `package` is
 * wanted, the one that ships as an npm package (Linux on x64).
 */
export async function findBrowser(
  wanted = process.env.BROWSER,
): Promise<LaunchOptions & { executablePath: string }> {
  const found =
    wanted === 'package'
      ? undefined
      : [process.env.BROWSER_PATH, ...systemBrowsers].find((path) => path && existsSync(path));
  if (!found) return packagedBrowser();
  return { executablePath: found, args: [...quietFlags, ...(isRoot ? ['--no-sandbox'] : [])] };
}

async function packagedBrowser(): Promise<LaunchOptions & { executablePath: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium or Chrome found: install one, or name it in BROWSER_PATH.');
  }
  const folder = join(import.meta.dirname, '../../node_modules/.cache/chromium');
  mkdirSync(folder, { recursive: true });
  // The package unpacks into the system's temporary folder, and its libraries only where it believes itself
  // on a cloud's machine; both are told otherwise while it does.
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  let executablePath: string;
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    executablePath = await packaged.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts');
  if (!canStart(executablePath, env)) {
    env.LD_LIBRARY_PATH = join(folder, 'al2023/lib');
    if (!canStart(executablePath, env))
      throw new Error('The packaged Chromium does not start on this machine.');
  }
  return {
    executablePath,
    env,
    args: [...quietFlags, '--headless=shell', '--no-zygote', '--no-sandbox', '--disable-webgl'],
  };
}

/** Whether the machine has the libraries that the browser wants. */
function canStart(executablePath: string, env: Record<string, string>): boolean {
  try {
    execFileSync(executablePath, ['--version'], { env, stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const found = await findBrowser();
  return chromium.launch({ ...found, ...options, args: [...(found.args ?? []), ...(options.args ?? [])] });
}
