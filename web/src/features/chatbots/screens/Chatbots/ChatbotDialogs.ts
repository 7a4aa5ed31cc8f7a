// Fetched together: whoever opens one may open the others.
export { CreateChatbot } from './dialogs/CreateChatbot.tsx';
export { DeleteChatbot } from './dialogs/DeleteChatbot.tsx';
export { DuplicateChatbot } from './dialogs/DuplicateChatbot.tsx';
export { RenameChatbot } from './dialogs/RenameChatbot.tsx';
