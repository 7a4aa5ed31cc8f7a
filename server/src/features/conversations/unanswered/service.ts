export { assemblePrompt, escapeForPrompt, languageNames, type Prompt } from '../generation/prompt.ts';
export { modelFor } from '../turns/turn.ts';
export { type AskedQuestion, groupQuestions } from './groups.ts';
