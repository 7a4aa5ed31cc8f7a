/** What stands on the tile of a file. */
export const kindOfFile = (name: string) => /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? 'txt';
