-- A chatbot's tests by its owner, among all that visitors have said.
create index conversations_of_tests on conversations (chatbot_id) where channel = 'test';
