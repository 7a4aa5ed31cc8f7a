/** Whether it is a whole day of this century, as date fields name it: no year that is still being typed. */
export const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** A day that an address names; anything else names none. */
export const dayIn = (text: string | null) => (text && isDay(text) ? text : '');
