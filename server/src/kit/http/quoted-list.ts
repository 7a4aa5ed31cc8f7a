/** The members of `a,"b,c","d\"e"`, as PostgREST's clients write lists; none for what is not such a list. */
export function splitList(list: string): string[] | undefined {
  if (list === '') return [];
  const members: string[] = [];
  const member = /"((?:[^"\\]|\\.)*)"(?=,|$)|([^",]*)(?=,|$)/gsy;
  for (let at = 0; at <= list.length; at++) {
    member.lastIndex = at;
    const match = member.exec(list);
    if (!match) return undefined;
    members.push(match[1]?.replace(/\\(.)/gs, '$1') ?? match[2] ?? '');
    at = member.lastIndex;
  }
  return members;
}
