-- Which chatbots hold passages whose words an older program read: hardly ever any, and looked for every minute.
create index passages_by_analysis on passages (analysis, chatbot_id);
