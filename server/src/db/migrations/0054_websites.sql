-- A website is shown as a link: nothing but an address of the web stands there.
update profiles set website = null where website !~* '^(https?://|$)';
alter table profiles add constraint profiles_website_check check (website ~* '^(https?://|$)');
