"""What is on the table and what happens there, in English: for the terminal, for the server's messages and for logs."""
