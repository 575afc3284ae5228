/** Advisory lock key of the serial section: "log" in hexadecimal. */
export const LOG_LOCK = 0x6c6f67;

/** The channel that followers listen on. */
export const LOG_CHANNEL = 'tknest_log';

/** The encoding of expectations in the `w_expected` array; a revision is passed as it is. */
export const EXPECTED_CODE = { none: -1, exists: -2, any: -3 } as const;

/**
 * Appends a batch of commands in order, each with its own verdict, in one statement: nothing waits for the client while
 * the lock is held, so a paused or dead process cannot stall the others.
 *
 * The caller has prepared everything beforehand (ids, bytes, order); only the steps that need the end of the log are
 * done under the lock: verdict, position, seal, insert. The lock is held to commit, and PostgreSQL releases it after
 * the commit is visible: a reader that sees position n sees every lower position that will ever exist.
 *
 * Arrays are flat. `w_command` names the command (from 1) of each write, `e_write` the write of each event, both
 * ascending; `w_prior` is the earlier write of this batch to the same stream, or 0. A command id occurs once per batch.
 * The result consists of arrays too, by command.
 *
 * Written for speed where it counts: tables are read once and written once per batch, the loop only computes, lock and
 * notification are expressions instead of statements, and plans are made once. The seal's byte order is documented in
 * docs/log-format.md and written twice, here and in `seal.ts`; tests keep both in agreement.
 *
 * It runs with its owner's rights: the application may call it, and write to the log in no other way.
 */
export const APPEND_FUNCTION = `
create or replace function eventstore.append(
  c_id text[], c_input text[], c_result text[], c_metadata text[],
  w_command integer[], w_stream text[], w_expected integer[], w_prior integer[],
  e_write integer[], e_id uuid[], e_type text[], e_version integer[], e_data text[], e_mac bytea[],
  out verdict text[], out refused integer[], out actual integer[], out "position" bigint[], out revisions text[], out result text[]
)
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  known eventstore.commands[];           -- by command: what it wrote before, or null
  revision integer[];                    -- by write: its stream's revision
  head bigint;
  seal bytea;
  now_at text;
  w integer := 1;
  w_count constant integer := cardinality(w_command);
  w_refused integer;
  e integer := 1;
  e_count constant integer := cardinality(e_write);
  e_position bigint[] := array_fill(null::bigint, array[e_count]);
  e_revision integer[] := array_fill(null::integer, array[e_count]);
  e_hash bytea[] := array_fill(null::bytea, array[e_count]);
  written text;
begin
  -- Whole from the start: an array that begins to exist at index 3 would also begin at 3.
  verdict := array_fill(null::text, array[cardinality(c_id)]);
  refused := array_fill(null::integer, array[cardinality(c_id)]);
  actual := refused;
  position := array_fill(null::bigint, array[cardinality(c_id)]);
  revisions := verdict;
  result := verdict;
  if pg_advisory_xact_lock(${LOG_LOCK}) is null then end if;

  -- A new statement, so a new snapshot: it sees all that was committed before the lock was given to us.
  select coalesce(l.position, 0), coalesce(l.hash, decode(repeat('00', 32), 'hex')), l.at,
    array(select (select k from eventstore.commands k where k.id = i) from unnest(c_id) i),
    array(select coalesce((select t.revision from eventstore.events t where t.stream = i order by t.revision desc limit 1), -1) from unnest(w_stream) i)
  into head, seal, now_at, known, revision
  from (values (1)) one left join lateral (
    select t.position, t.hash, t.at from eventstore.events t order by t.position desc limit 1
  ) l on true;
  -- Time never runs backwards along the log, even where the machine's clock does.
  now_at := greatest(now_at, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));

  for c in 1 .. cardinality(c_id) loop
    w_refused := null;
    while w <= w_count and w_command[w] = c loop
      if w_prior[w] > 0 then revision[w] := revision[w_prior[w]]; end if;
      if w_refused is null and not (case w_expected[w]
        when ${EXPECTED_CODE.any} then true
        when ${EXPECTED_CODE.exists} then revision[w] >= 0
        else revision[w] = w_expected[w]
      end) then
        w_refused := w;
      end if;
      w := w + 1;
    end loop;

    if known[c].id is not null then
      verdict[c] := case when known[c].input_hash <> c_input[c] then 'reused' else 'duplicate' end;
      position[c] := known[c].position;
      revisions[c] := known[c].revisions;
      result[c] := known[c].result;
    elsif w_refused is not null then
      verdict[c] := 'conflict';
      refused[c] := w_refused;
      actual[c] := revision[w_refused];
    else
      written := '';
      while e <= e_count and e_write[e] < w loop
        head := head + 1;
        e_position[e] := head;
        e_revision[e] := revision[e_write[e]] + 1;
        revision[e_write[e]] := e_revision[e];
        seal := sha256(seal || int8send(head)
          || int4send(octet_length(w_stream[e_write[e]])) || convert_to(w_stream[e_write[e]], 'UTF8') || int4send(e_revision[e])
          || uuid_send(e_id[e])
          || int4send(octet_length(e_type[e])) || convert_to(e_type[e], 'UTF8') || int4send(e_version[e])
          || int4send(octet_length(now_at)) || convert_to(now_at, 'UTF8')
          || int4send(octet_length(e_data[e])) || convert_to(e_data[e], 'UTF8')
          || int4send(octet_length(c_metadata[c])) || convert_to(c_metadata[c], 'UTF8'));
        e_hash[e] := seal;
        if e = e_count or e_write[e + 1] <> e_write[e] then
          written := written || case written when '' then '' else ',' end || to_json(w_stream[e_write[e]]) || ':' || e_revision[e];
        end if;
        e := e + 1;
      end loop;
      verdict[c] := 'written';
      position[c] := head;
      revisions[c] := '{' || written || '}';
      result[c] := c_result[c];
    end if;
    -- Past the events of a command that writes nothing.
    while e <= e_count and e_write[e] < w loop e := e + 1; end loop;
  end loop;

  with done as (
    insert into eventstore.commands (id, input_hash, position, revisions, result)
    select c_id[i], c_input[i], position[i], revisions[i], result[i]
    from (select generate_series(1, cardinality(c_id)) i) t where verdict[i] = 'written'
  )
  insert into eventstore.events (position, stream, revision, id, type, version, data, metadata, at, hash, mac)
  select e_position[i], w_stream[e_write[i]], e_revision[i], e_id[i], e_type[i], e_version[i], e_data[i],
    c_metadata[w_command[e_write[i]]], now_at, e_hash[i], e_mac[i]
  from (select generate_series(1, e_count) i) t where e_position[i] is not null;

  if found and pg_notify('${LOG_CHANNEL}', head::text) is null then end if;
end $$;
`;
