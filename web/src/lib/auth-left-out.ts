import { isAuthError } from '@supabase/auth-js/dist/module/lib/errors.js';
import { _request, type Fetch } from '@supabase/auth-js/dist/module/lib/fetch.js';

/**
 * A stand-in, by an alias of the build, for what auth-js draws into every first visit and nothing here calls: passkeys,
 * wallets, and its administration but for the one call through which the client signs out.
 */
class LeftOut {}

function leftOut(): never {
  throw new Error('This part of auth-js is left out of the web app: web/src/lib/auth-left-out.ts');
}

export {
  LeftOut as WebAuthnApi,
  leftOut as browserSupportsWebAuthn,
  leftOut as createCredential,
  leftOut as createSiweMessage,
  leftOut as deserializeCredentialCreationOptions,
  leftOut as deserializeCredentialRequestOptions,
  leftOut as fromHex,
  leftOut as getAddress,
  leftOut as getCredential,
  leftOut as serializeCredentialCreationResponse,
  leftOut as serializeCredentialRequestResponse,
  leftOut as toHex,
  leftOut as webAuthnAbortService,
};

export default class SigningOut {
  readonly #to: { url: string; headers: Record<string, string>; fetch: Fetch };

  constructor(to: { url: string; headers: Record<string, string>; fetch: Fetch }) {
    this.#to = to;
  }

  async signOut(jwt: string, scope: string) {
    const { url, headers, fetch } = this.#to;
    try {
      await _request(fetch, 'POST', `${url}/logout?scope=${scope}`, { headers, jwt, noResolveJson: true });
      return { data: null, error: null };
    } catch (error) {
      if (isAuthError(error)) return { data: null, error };
      throw error;
    }
  }
}
