import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Answer, fragmentOf, newEmail, open, password, queryOf } from './caller.ts';
import { shared } from './programs.ts';

const { auth, rest, signUp, signIn, refresh, mailTo, mailsTo, newPerson } = shared();

const atOnce = (count: number, call: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const outcomesOf = (answers: Answer[]) => answers.map(({ outcome }) => outcome).sort();

describe('at once', () => {
  test('§6 sign-ups of one address make one account', async () => {
    const email = newEmail();
    const answers = await atOnce(8, (index) => signUp(index % 2 ? email : email.toUpperCase()));
    expect(new Set(outcomesOf(answers))).toEqual(new Set(['200']));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { code } = await mailTo(email, 8);
    expect((await auth('POST /verify', { type: 'signup', email, token: code })).outcome).toBe('200');
    const { body } = await signIn(email);
    expect(body.user.identities).toHaveLength(1);
    expect((await rest('GET /profiles', undefined, { token: body.access_token })).body).toHaveLength(1);
  });

  test('§6 sign-ups with several passwords keep one of them', async () => {
    const email = newEmail();
    const words = Array.from({ length: 6 }, (_, index) => `six chevaux bleus ${index}`);
    await atOnce(6, (index) => signUp(email, { password: words[index] }));
    const { code } = await mailTo(email, 6);
    await auth('POST /verify', { type: 'signup', email, token: code });
    const answers: Answer[] = [];
    for (const word of words) answers.push(await signIn(email, word, { from: '192.0.2.1' }));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('§6 codes for an unknown address make one account', async () => {
    const email = newEmail();
    const answers = await atOnce(6, () => auth('POST /otp', { email }));
    expect(new Set(outcomesOf(answers))).toEqual(new Set(['200']));
    const { code } = await mailTo(email, 6);
    expect((await auth('POST /verify', { type: 'email', email, token: code })).outcome).toBe('200');
  });

  test('§6 one code opens one session', async () => {
    const email = newEmail();
    await signUp(email);
    const { code } = await mailTo(email);
    const answers = await atOnce(8, () => auth('POST /verify', { type: 'signup', email, token: code }));
    expect(outcomesOf(answers)).toEqual(['200', ...Array(7).fill('403 otp_expired')]);
  });

  test('§6 code and link of one mail open one session', async () => {
    const email = newEmail();
    await signUp(email);
    const { code, token } = await mailTo(email);
    const answers = await atOnce(6, (index) =>
      auth(
        'POST /verify',
        index % 2 ? { type: 'signup', email, token: code } : { type: 'signup', token_hash: token },
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('§7 one link opens one session', async () => {
    const { email } = await newPerson();
    await auth('POST /otp', { email });
    const { link } = await mailTo(email, 2);
    const answers = await atOnce(8, () => open(link));
    expect(answers.filter((answer) => fragmentOf(answer).access_token)).toHaveLength(1);
    expect(answers.filter((answer) => fragmentOf(answer).error_code === 'otp_expired')).toHaveLength(7);
  });

  test('§6 one code of a PKCE flow opens one session', async () => {
    const verifier = randomBytes(56).toString('hex');
    const email = newEmail();
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    await signUp(email, { code_challenge, code_challenge_method: 's256' });
    const { code } = queryOf(await open((await mailTo(email)).link));
    const answers = await atOnce(8, () =>
      auth('POST /token?grant_type=pkce', { auth_code: code, code_verifier: verifier }),
    );
    expect(outcomesOf(answers)).toEqual(['200', ...Array(7).fill('404 flow_state_not_found')]);
  });

  test('§8 refreshes of several sessions do not meet', async () => {
    const person = await newPerson();
    const tokens = [person.session.refresh_token];
    for (let count = 0; count < 3; count++) tokens.push((await signIn(person.email)).body.refresh_token);
    const answers = await Promise.all(
      tokens.flatMap((token) => [refresh(token), refresh(token), refresh(token)]),
    );
    expect(new Set(outcomesOf(answers))).toEqual(new Set(['200']));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(4);
  });

  test('§6 sign-ins all succeed, each with a session of its own', async () => {
    const { email } = await newPerson();
    const answers = await atOnce(8, () => signIn(email));
    expect(new Set(outcomesOf(answers))).toEqual(new Set(['200']));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(8);
  });

  test('§6 sign-outs of one session leave nothing half done', async () => {
    const { token } = await newPerson();
    const answers = await atOnce(6, () => auth('POST /logout', undefined, { token }));
    for (const { outcome } of answers) expect(['204', '403 session_not_found']).toContain(outcome);
    expect((await auth('GET /user', undefined, { token })).outcome).toBe('403 session_not_found');
  });

  test('§6 passwords set by two sessions leave one of the two', async () => {
    const person = await newPerson();
    const other = (await signIn(person.email)).body.access_token;
    const answers = await Promise.all([
      auth('PUT /user', { password: 'sept moutons gris' }, { token: person.token }),
      auth('PUT /user', { password: 'huit canards verts' }, { token: other }),
    ]);
    for (const { status } of answers) expect([200, 403, 409]).toContain(status);
    expect((await signIn(person.email, password)).outcome).toBe('400 invalid_credentials');
    const words = ['sept moutons gris', 'huit canards verts'];
    const fitting: Answer[] = [];
    for (const word of words) fitting.push(await signIn(person.email, word));
    expect(fitting.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('§6 metadata of two requests is merged, not lost', async () => {
    const { token } = await newPerson();
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        auth('PUT /user', { data: { [`key${index}`]: index } }, { token }),
      ),
    );
    const { body } = await auth('GET /user', undefined, { token });
    expect(Object.keys(body.user_metadata).sort()).toEqual(['key0', 'key1', 'key2', 'key3', 'key4', 'key5']);
  });

  test('§6 both legs of a changed address meet in one change', async () => {
    const person = await newPerson();
    const next = newEmail();
    await auth('PUT /user', { email: next }, { token: person.token });
    const before = (await mailsTo(person.email)).length;
    const [old, fresh] = [await mailTo(person.email, Math.max(2, before)), await mailTo(next)];
    const answers = await Promise.all([
      auth('POST /verify', { type: 'email_change', token_hash: old.token }),
      auth('POST /verify', { type: 'email_change', token_hash: fresh.token }),
    ]);
    expect(outcomesOf(answers)).toEqual(['200', '200']);
    expect(answers.filter(({ body }) => body.access_token)).toHaveLength(1);
    expect((await signIn(next)).outcome).toBe('200');
  });
});
