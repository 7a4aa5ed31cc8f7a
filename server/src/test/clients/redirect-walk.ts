/** A browser's way from address to address, with its cookies; no page is shown. */
export function newBrowser() {
  const cookies = new Map<string, string>();

  const step = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...(init.headers as Record<string, string>),
        ...(cookies.size > 0
          ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
      },
    });
    remember(response);
    return response;
  };

  const remember = (response: { headers: Headers }) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  };

  /** The addresses on the way from this one to the first that `isLast` takes, which is not opened. */
  const walk = async (from: string, isLast: (url: URL) => boolean): Promise<URL[]> => {
    const way = [new URL(from)];
    for (let at = way[0] as URL; !isLast(at); ) {
      if (way.length > 20) throw new Error(`no end: ${way.join(' → ')}`);
      const response = await step(at.href);
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${at.href} answered ${response.status}: ${await response.text()}`);
      at = new URL(next, at);
      way.push(at);
    }
    return way;
  };

  return { cookies, step, walk, remember };
}

export type Browser = ReturnType<typeof newBrowser>;
