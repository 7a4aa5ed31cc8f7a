import type { SentBodyOf } from '@parlance/contract/endpoint';
import type { Appearance, Chatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';

const simplePaths = [
  'name',
  'systemMessage',
  'welcomeMessage',
  'suggestions',
  'contact',
  'privacyUrl',
  'language',
  'timeZone',
  'tone',
  'answerLength',
  'whenUnknown',
  'model',
  'temperature',
  'allowedDomains',
  'allowApps',
  'retentionDays',
  'dailyTokens',
  'monthlyTokens',
] as const;
type SimplePath = (typeof simplePaths)[number];

const appearancePaths = [
  'primaryColor',
  'secondaryColor',
  'inputBorderColor',
  'launcherColor',
  'position',
  'size',
  'corners',
  'theme',
  'title',
  'placeholder',
  'zIndex',
] as const satisfies readonly (keyof Appearance)[];
/** The paths of images, which are saved as they are chosen, by calls of their own: never part of what is unsaved. */
const imagePaths = [
  'launcherIconUrl',
  'sendIconUrl',
  'userAvatarUrl',
] as const satisfies (keyof Appearance)[];

/** What the customiser edits of a chatbot: the PATCH body without status and updatedAt. */
export type Draft = Pick<Chatbot, SimplePath | 'appearance'>;

/** One field of a draft; those of the appearance each on their own. */
export type Path = SimplePath | `appearance.${(typeof appearancePaths)[number]}`;

export interface Editing {
  /** The chatbot as the server last told it. */
  chatbot: Chatbot;
  draft: Draft;
  change(part: Partial<Draft>): void;
  /** Sentences by field path, from validation or the server. */
  errors: Record<string, string>;
  isDirty: boolean;
  save(): Promise<boolean>;
}

const paths: readonly Path[] = [
  ...simplePaths,
  ...appearancePaths.map((key) => `appearance.${key}` as const),
];

const appearanceKey = (path: Path) => appearancePaths.find((key) => path === `appearance.${key}`);

export function valueAt(draft: Draft, path: Path): unknown {
  const key = appearanceKey(path);
  return key ? draft.appearance[key] : draft[path as SimplePath];
}

export function withValue(draft: Draft, path: Path, value: unknown): Draft {
  const key = appearanceKey(path);
  return key ? { ...draft, appearance: { ...draft.appearance, [key]: value } } : { ...draft, [path]: value };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export function draftOf(chatbot: Chatbot): Draft {
  const draft = { appearance: chatbot.appearance } as Record<string, unknown>;
  for (const path of simplePaths) draft[path] = chatbot[path];
  return draft as unknown as Draft;
}

export const changedPaths = (before: Draft, after: Draft): Path[] =>
  paths.filter((path) => !isSame(valueAt(before, path), valueAt(after, path)));

/** The body that makes `before` into `after`. */
export function changesOf(before: Draft, after: Draft): SentBodyOf<typeof updateChatbot> {
  const body: Record<string, unknown> = {};
  const appearance: Record<string, unknown> = {};
  for (const path of changedPaths(before, after)) {
    const key = appearanceKey(path);
    if (key) appearance[key] = valueAt(after, path);
    else body[path] = valueAt(after, path);
  }
  if (Object.keys(appearance).length > 0) body.appearance = appearance;
  return body;
}

/**
 * Merges what was edited from `base` with what somebody else has made of it meanwhile: whatever only one of the two
 * changed is taken from that one; `both` names the fields where they differ, and there `mine` stays.
 */
export function merge(base: Draft, mine: Draft, theirs: Draft): { draft: Draft; both: Path[] } {
  const both: Path[] = [];
  let draft = mine;
  for (const path of changedPaths(base, theirs)) {
    const [was, own, other] = [base, mine, theirs].map((one) => valueAt(one, path));
    if (isSame(own, was)) draft = withValue(draft, path, other);
    else if (!isSame(own, other)) both.push(path);
  }
  const images = Object.fromEntries(imagePaths.map((key) => [key, theirs.appearance[key]]));
  return { draft: { ...draft, appearance: { ...draft.appearance, ...images } }, both };
}
