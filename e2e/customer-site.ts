import { startWebServer } from '../server/src/test/servers/web.ts';

/** A customer's web site on an origin of its own, as strict as a policy can be that names the widget at all. */
export async function startCustomerSite(programUrl: string) {
  const site = await startWebServer();
  const policy = [
    "default-src 'none'",
    `script-src ${programUrl}`,
    `connect-src ${programUrl}`,
    `img-src ${programUrl}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
  return {
    ...site,
    /** A page that holds nothing but its heading and what was pasted into it. */
    paste(path: string, language: string, heading: string, snippet: string) {
      site.page(
        path,
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title></head><body><main><h1>${heading}</h1></main>${snippet}</body></html>`,
        { 'content-security-policy': policy },
      );
    },
  };
}
