declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: { client_id: string; scope: string } }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: object,
    ): Promise<void>;
    Grant: new (
      owner: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    on(event: string, listener: (...args: unknown[]) => void): void;
  }
}
