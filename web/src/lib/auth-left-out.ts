import { isAuthError } from '@supabase/auth-js';
import { _request } from '@supabase/auth-js/dist/module/lib/fetch.js';

/**
 * Stands in, by an alias of the build, for what auth-js draws into every first visit and nothing here calls:
 * administration with the service's key, passkeys and wallets. Of administration the client itself signs out.
 */
class LeftOut {
  readonly #settings: { url: string; headers: Record<string, string>; fetch?: typeof fetch };

  constructor(settings: { url: string; headers: Record<string, string>; fetch?: typeof fetch }) {
    this.#settings = settings;
  }

  async signOut(jwt: string, scope: string) {
    const { url, headers, fetch: fetcher = fetch } = this.#settings;
    try {
      await _request(fetcher, 'POST', `${url}/logout?scope=${scope}`, { headers, jwt, noResolveJson: true });
      return { data: null, error: null };
    } catch (error) {
      if (isAuthError(error)) return { data: null, error };
      throw error;
    }
  }
}

function leftOut(): never {
  throw new Error('This part of auth-js is left out of the web app: web/src/lib/auth-left-out.ts');
}

export default LeftOut;
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
