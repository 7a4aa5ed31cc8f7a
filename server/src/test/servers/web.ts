import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { listenLocally } from './local.ts';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** A real web site on loopback: pages and scripted misbehaviour, with a record of who asked for what. */
export async function startWebServer() {
  const routes = new Map<string, RequestListener>();
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ method: request.method ?? '', path, headers: request.headers });
    const route = routes.get(path) ?? routes.get(path.split('?')[0] ?? '');
    if (route) route(request, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  });
  const { port, openSockets, stop } = await listenLocally(server);
  return {
    port,
    /** As CRAWLER_ALLOW writes it. */
    host: `127.0.0.1:${port}`,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    requests,
    /** Sockets that somebody still holds open. */
    openSockets,
    on(path: string, listener: RequestListener) {
      routes.set(path, listener);
    },
    page(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
      routes.set(path, (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body),
      );
    },
    redirect(path: string, location: string, status = 302) {
      routes.set(path, (_request, response) => response.writeHead(status, { location }).end());
    },
    /** Forgets all visits so far. */
    clear() {
      routes.clear();
      requests.length = 0;
    },
    stop,
  };
}
