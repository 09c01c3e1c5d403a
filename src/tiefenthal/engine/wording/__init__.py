"""What is on the table, what can be done and why not, and what happens there, in the words of a language (`i18n`): for
the terminal, the server's messages and logs."""
