/**
 * Stands in, by an alias of the build, for what auth-js draws into every first visit and nothing here calls:
 * passkeys and wallets. Its administration stays: the client signs out through it.
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
