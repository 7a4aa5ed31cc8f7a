-- A sign-in that went to a provider and may come back once. OpenID Connect: the state names the row; SAML: the
-- RelayState does.
create table provider_flows (
  id uuid primary key,
  -- As in `identities`: google, or sso: and the provider's id.
  provider text not null,
  redirect_to text not null,
  -- In which mails are written that it causes.
  language text not null check (language in ('fr', 'en')),
  -- Of a client that asked for a code (PKCE).
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Whose account the identity is linked to; none for a sign-in.
  link_user_id uuid references users on delete cascade,
  -- SHA-256 of the cookie of the browser that began.
  browser_hash bytea,
  -- What the ID token must repeat, and the sealed verifier that the code is fetched with.
  nonce text,
  verifier_sealed text,
  -- The SAML request that the response must answer.
  request_id text,
  created_at timestamptz not null,
  used_at timestamptz
);
create index provider_flows_age on provider_flows (created_at);
create index provider_flows_link on provider_flows (link_user_id);

-- Assertions that have opened a session, until they have run out: none is taken twice.
create table saml_assertions (
  provider text not null,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (provider, assertion_hash)
);
create index saml_assertions_expiry on saml_assertions (expires_at);

-- What the session that the code buys is told beside: the SAML provider's id, and the provider's own tokens, sealed,
-- handed on once.
alter table flow_states add column provider text;
alter table flow_states add column provider_tokens_sealed text;
