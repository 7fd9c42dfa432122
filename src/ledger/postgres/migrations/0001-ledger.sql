-- The ledger's tables and the numbering of its records. SQL stores and fetches; every rule is in src/core/.
--
-- Texts compare bytewise (collate "C"), as ids do everywhere in Laurel. Times are milliseconds since 1970.

-- Players by number. A number that a rolled-back transaction took is a gap.
create sequence laurel.player_numbers maxvalue 4294967295;
create table laurel.players (
  number bigint primary key,
  id text collate "C" not null unique
);

-- All that is known of one player on one board, encoded (src/core/state.ts): its open standings on every index. The
-- row is also the lock of whoever changes any of them. An update must stay on its page, so pages keep room.
create table laurel.members (
  board integer,
  player bigint,
  state bytea not null default '',
  primary key (board, player)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Every record of the ledger, encoded (src/core/record.ts). A partition holds what was accepted in one month (UTC):
-- `records_2026_10`. The ledger makes them as they are needed.
create table laurel.records (
  sequence bigint,
  committed_at bigint,
  board integer,
  player bigint,
  body bytea not null,
  primary key (sequence, committed_at)
) partition by range (committed_at);

-- (board, player, match) of every event, for ever: never by time, as a retry may come years later.
create table laurel.identities (
  board integer,
  player bigint,
  match_id text collate "C",
  sequence bigint not null,
  -- As the actions on it left it: 0 counted, 1 held, 2 voided.
  state smallint not null,
  primary key (board, player, match_id)
) partition by hash (board, player);
do $$
begin
  for i in 0..15 loop
    execute format('create table laurel.identities_%s partition of laurel.identities
      for values with (modulus 16, remainder %s)', i, i);
  end loop;
end $$;

-- The records that make the catalogue (src/core/catalogue.ts), once more: a process reads them all at its start, and
-- each transaction those that are new. `number`, `name` and `value` are for SQL users: of a board its number and id,
-- of a period its number and key, of a scope its number, name and value.
create table laurel.catalogue (
  sequence bigint primary key,
  committed_at bigint not null,
  -- Events that the board had taken when this record was made.
  events bigint not null,
  kind text not null,
  board integer,
  number integer,
  name text,
  value text,
  body bytea not null
);

-- How many events each board ever took, in slots, so that writers do not wait for each other.
create table laurel.board_events (
  board integer,
  slot integer,
  events bigint not null,
  primary key (board, slot)
) with (fillfactor = 50);

-- Which server the numbers below come from: after a restore or a failover they may have gone back.
create table laurel.epochs (
  epoch integer primary key,
  server text not null,
  begun_at timestamptz not null default now()
);

-- The last sequence that was given out.
create sequence laurel.sequence minvalue 0 start 0;
select setval('laurel.sequence', 0);

-- Keys of the advisory locks: 'L' 'A', then 48 bits. With a sequence: a transaction on its way that has drawn, or is
-- about to draw, numbers above it. The highest ones are the locks themselves.
create function laurel.lock_key(low bigint) returns bigint language sql immutable as
$$ select (19521::bigint << 48) + low $$;

-- Gives out `count` sequences to this transaction: returns the one before the first.
--
-- setval is not undone by anything, so it is fenced by a lock that must end before the transaction does: it is
-- taken in a block that always fails, because what a failed block has locked is let go. Before that, the transaction
-- publishes a lower bound of its numbers for as long as it lives, which whole_to() reads. If numbers were given back
-- in between, the bound would be too high, and a lower one is published first.
create function laurel.draw(count bigint) returns bigint language plpgsql as $$
declare
  bound bigint;
  last bigint;
begin
  loop
    select last_value into bound from laurel.sequence;
    perform pg_advisory_xact_lock_shared(laurel.lock_key(bound));
    begin
      perform pg_advisory_xact_lock(laurel.lock_key(281474976710655));
      select last_value into last from laurel.sequence;
      if last >= bound then
        perform setval('laurel.sequence', last + count);
      end if;
      raise sqlstate 'LA001';
    exception when sqlstate 'LA001' then
      null;
    end;
    exit when last >= bound;
  end loop;
  return last;
end $$;

-- Gives the sequences above `used`, up to `drawn`, back, if nobody has drawn more since.
create function laurel.give_back(used bigint, drawn bigint) returns void language plpgsql as $$
declare
  last bigint;
begin
  begin
    perform pg_advisory_xact_lock(laurel.lock_key(281474976710655));
    select last_value into last from laurel.sequence;
    if last = drawn then
      perform setval('laurel.sequence', used);
    end if;
    raise sqlstate 'LA001';
  exception when sqlstate 'LA001' then
    null;
  end;
end $$;

-- The sequence up to which the ledger is whole: no record at or below it can appear any more. A transaction is seen
-- by others before its locks go, so one whose bound is gone has its records there for the next statement. Call it
-- outside of a transaction.
create function laurel.whole_to() returns bigint language plpgsql as $$
declare
  last bigint;
  bound bigint;
begin
  perform pg_advisory_xact_lock(laurel.lock_key(281474976710655));
  select last_value into last from laurel.sequence;
  select min(((classid::bigint & 65535) << 32) + objid::bigint) into bound
    from pg_locks
    where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 16 = 19521 and mode = 'ShareLock'
      and ((classid::bigint & 65535) << 32) + objid::bigint < 140737488355328
      and database = (select oid from pg_database where datname = current_database());
  return least(last, bound);
end $$;
