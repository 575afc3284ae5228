/** Advisory lock key of the serial section: "log" in hexadecimal. */
export const LOG_LOCK = 0x6c6f67;

/** The channel that followers listen on. */
export const LOG_CHANNEL = 'tknest_log';

/** How an expectation travels in the `w_expected` array; a revision travels as itself. */
export const EXPECTED_CODE = { none: -1, exists: -2, any: -3 } as const;

/**
 * Appends a batch of commands in order, each with a verdict of its own, in one statement: nothing waits for the client while the lock is
 * held, so a paused or dead process cannot stall the others.
 *
 * The caller has prepared everything beforehand (ids, bytes, order); what is done under the lock is only what needs the log's
 * end: verdict, position, seal, insert. The lock is held to commit, and PostgreSQL releases it after the commit is visible: whoever
 * sees position n sees every lower position there will ever be.
 *
 * Arrays are flat: `w_command` names the command (from 1) of each write, `e_write` the write of each event, both ascending; `w_prior`
 * the earlier write of this batch to the same stream, or 0. A command id stands in a batch once. Tables are read once and
 * written once per batch, the loop only computes: a statement per event would triple the time.
 *
 * The seal's byte order is documented in docs/event-store.md and written twice: here and in `seal.ts`; tests hold them together.
 */
export const APPEND_FUNCTION = `
create or replace function eventstore.append(
  c_id text[], c_input text[], c_result text[], c_metadata text[],
  w_command integer[], w_stream text[], w_expected integer[], w_prior integer[],
  e_write integer[], e_id uuid[], e_type text[], e_version integer[], e_data text[]
) returns table (verdict text, stream text, revision integer, "position" bigint, revisions text, result text)
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  last_position bigint;
  last_hash bytea;
  last_at text;
  first_position bigint;
  now_at text;
  actual integer;
  actuals integer[];                     -- per write: the stream's revision, before it and then after it
  w integer := 1;
  w_first integer;
  w_count constant integer := cardinality(w_command);
  w_refused integer;
  e integer := 1;
  e_count constant integer := cardinality(e_write);
  c_verdict text[] := array_fill(null::text, array[cardinality(c_id)]);
  c_refused integer[] := array_fill(null::integer, array[cardinality(c_id)]);
  c_actual integer[] := c_refused;
  c_position bigint[];                   -- per command: what is known of it, or what it wrote
  c_revisions text[];
  c_known text[];
  n_revisions text;
  n_position bigint[] := '{}';           -- per event that is written: what was computed for it
  n_revision integer[] := '{}';
  n_event integer[] := '{}';
  n_hash bytea[] := '{}';
begin
  perform pg_advisory_xact_lock(${LOG_LOCK});

  select t.position, t.hash, t.at into last_position, last_hash, last_at from eventstore.events t order by t.position desc limit 1;
  if not found then
    last_position := 0; last_hash := decode(repeat('00', 32), 'hex'); last_at := '';
  end if;
  first_position := last_position;
  -- Time never runs backwards along the log, even where the machine's clock does.
  now_at := greatest(last_at, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));

  select array_agg(t.input_hash order by i.n), array_agg(t.position order by i.n), array_agg(t.revisions order by i.n),
    array_agg(coalesce(t.result, c_result[i.n]) order by i.n)
  into c_known, c_position, c_revisions, c_result
  from unnest(c_id) with ordinality i (id, n) left join lateral (select * from eventstore.commands t where t.id = i.id offset 0) t on true;
  select array_agg(coalesce(t.revision, -1) order by i.n) into actuals
  from unnest(w_stream) with ordinality i (stream, n) left join lateral (select * from eventstore.streams t where t.stream = i.stream offset 0) t on true;

  for c in 1 .. cardinality(c_id) loop
    w_first := w;
    w_refused := null;
    while w <= w_count and w_command[w] = c loop
      if w_prior[w] > 0 then actuals[w] := actuals[w_prior[w]]; end if;
      actual := actuals[w];
      if w_refused is null and not (case w_expected[w]
        when ${EXPECTED_CODE.any} then true
        when ${EXPECTED_CODE.exists} then actual >= 0
        else actual = w_expected[w]
      end) then
        w_refused := w;
      end if;
      w := w + 1;
    end loop;

    if c_position[c] is not null then
      c_verdict[c] := case when c_known[c] <> c_input[c] then 'reused' else 'duplicate' end;
    elsif w_refused is not null then
      c_verdict[c] := 'conflict';
      c_refused[c] := w_refused;
      c_actual[c] := actuals[w_refused];
    else
      n_revisions := '';
      while e <= e_count and e_write[e] < w loop
        last_position := last_position + 1;
        actual := actuals[e_write[e]] + 1;
        actuals[e_write[e]] := actual;
        last_hash := sha256(last_hash || int8send(last_position)
          || int4send(octet_length(w_stream[e_write[e]])) || convert_to(w_stream[e_write[e]], 'UTF8') || int4send(actual)
          || uuid_send(e_id[e])
          || int4send(octet_length(e_type[e])) || convert_to(e_type[e], 'UTF8') || int4send(e_version[e])
          || int4send(octet_length(now_at)) || convert_to(now_at, 'UTF8')
          || int4send(octet_length(e_data[e])) || convert_to(e_data[e], 'UTF8')
          || int4send(octet_length(c_metadata[c])) || convert_to(c_metadata[c], 'UTF8'));
        n_event := n_event || e;
        n_position := n_position || last_position;
        n_revision := n_revision || actual;
        n_hash := n_hash || last_hash;
        if e = e_count or e_write[e + 1] <> e_write[e] then
          n_revisions := n_revisions || case n_revisions when '' then '' else ',' end || to_json(w_stream[e_write[e]]) || ':' || actual;
        end if;
        e := e + 1;
      end loop;
      c_verdict[c] := 'written';
      c_position[c] := last_position;
      c_revisions[c] := '{' || n_revisions || '}';
    end if;
    -- Past the events of a command that wrote nothing.
    while e <= e_count and e_write[e] < w loop e := e + 1; end loop;
  end loop;

  if last_position > first_position then
    insert into eventstore.events (position, stream, revision, id, type, version, data, metadata, at, hash)
    select n.position, w_stream[e_write[n.event]], n.revision, e_id[n.event], e_type[n.event], e_version[n.event], e_data[n.event],
      c_metadata[w_command[e_write[n.event]]], now_at, n.hash
    from unnest(n_position, n_revision, n_event, n_hash) n (position, revision, event, hash);
    insert into eventstore.streams (stream, revision)
    select w_stream[e_write[n.event]], max(n.revision) from unnest(n_revision, n_event) n (revision, event) group by 1
    on conflict (stream) do update set revision = excluded.revision;
    perform pg_notify('${LOG_CHANNEL}', last_position::text);
  end if;

  insert into eventstore.commands (id, input_hash, position, revisions, result)
  select n.id, n.input, n.position, n.revisions, n.result
  from unnest(c_verdict, c_id, c_input, c_position, c_revisions, c_result) n (verdict, id, input, position, revisions, result)
  where n.verdict = 'written';

  return query
    select n.verdict, w_stream[n.refused], n.actual, n.position, n.revisions, n.result
    from unnest(c_verdict, c_refused, c_actual, c_position, c_revisions, c_result) with ordinality
      n (verdict, refused, actual, position, revisions, result, n) order by n.n;
end $$;
`;
