# Makes the dashboard's role and its database, once, while PostgreSQL's volume is empty: the role owns that database, and
# may do nothing else. The image runs this as its administrator, whose password nobody but PostgreSQL is handed.
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\set password `cat /run/secrets/dashboard-password`
create role dashboard login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database dashboard owner dashboard template template0 encoding 'UTF8';
revoke connect, temporary on database postgres, template1 from public;
revoke connect, temporary on database dashboard from public;
SQL
