/** An id of this browser alone. `crypto.randomUUID` is not there where a page came over plain HTTP. */
export const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
