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
 * Arrays are flat: `w_command` names the command (from 1) of each write, `e_write` the write of each event, both ascending.
 * The seal's byte order is documented in docs/event-store.md and written twice: here and in `seal.ts`; tests hold them together.
 */
export const APPEND_FUNCTION = `
create or replace function eventstore.append(
  c_id text[], c_input text[], c_result text[], c_metadata text[],
  w_command integer[], w_stream text[], w_expected integer[],
  e_write integer[], e_id uuid[], e_type text[], e_version integer[], e_data text[]
) returns table (verdict text, stream text, revision integer, "position" bigint, revisions text, result text)
language plpgsql as $$
#variable_conflict use_column
declare
  last_position bigint := 0;
  last_hash bytea := decode(repeat('00', 32), 'hex');
  last_at text := '';
  first_position bigint;
  now_at text;
  known eventstore.commands%rowtype;
  w integer := 1;
  e integer := 1;
  w_first integer;
  w_count integer := cardinality(w_command);
  e_count integer := cardinality(e_write);
  actual integer;
  actuals integer[];
  refused integer;
  written jsonb;
begin
  perform pg_advisory_xact_lock(${LOG_LOCK});

  select t.position, t.hash, t.at into last_position, last_hash, last_at from eventstore.events t order by t.position desc limit 1;
  if not found then
    last_position := 0; last_hash := decode(repeat('00', 32), 'hex'); last_at := '';
  end if;
  first_position := last_position;
  -- Time never runs backwards along the log, even where the machine's clock does.
  now_at := greatest(last_at, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));

  for c in 1 .. cardinality(c_id) loop
    w_first := w;
    select * into known from eventstore.commands t where t.id = c_id[c];
    if found then
      while w <= w_count and w_command[w] = c loop w := w + 1; end loop;
      while e <= e_count and e_write[e] < w loop e := e + 1; end loop;
      if known.input_hash <> c_input[c] then
        return query select 'reused', null::text, null::integer, null::bigint, null::text, null::text;
      else
        return query select 'duplicate', null::text, null::integer, known.position, known.revisions, known.result;
      end if;
      continue;
    end if;

    refused := null;
    actuals := '{}';
    while w <= w_count and w_command[w] = c loop
      select t.revision into actual from eventstore.streams t where t.stream = w_stream[w];
      actual := coalesce(actual, -1);
      actuals[w - w_first + 1] := actual;
      if refused is null and not (case w_expected[w]
        when ${EXPECTED_CODE.any} then true
        when ${EXPECTED_CODE.exists} then actual >= 0
        else actual = w_expected[w]
      end) then
        refused := w;
      end if;
      w := w + 1;
    end loop;
    if refused is not null then
      while e <= e_count and e_write[e] < w loop e := e + 1; end loop;
      return query select 'conflict', w_stream[refused], actuals[refused - w_first + 1], null::bigint, null::text, null::text;
      continue;
    end if;

    written := '{}';
    for v in w_first .. w - 1 loop
      actual := actuals[v - w_first + 1];
      continue when e > e_count or e_write[e] <> v;
      while e <= e_count and e_write[e] = v loop
        last_position := last_position + 1;
        actual := actual + 1;
        last_hash := sha256(last_hash || int8send(last_position)
          || int4send(octet_length(w_stream[v])) || convert_to(w_stream[v], 'UTF8') || int4send(actual)
          || uuid_send(e_id[e])
          || int4send(octet_length(e_type[e])) || convert_to(e_type[e], 'UTF8') || int4send(e_version[e])
          || int4send(octet_length(now_at)) || convert_to(now_at, 'UTF8')
          || int4send(octet_length(e_data[e])) || convert_to(e_data[e], 'UTF8')
          || int4send(octet_length(c_metadata[c])) || convert_to(c_metadata[c], 'UTF8'));
        insert into eventstore.events (position, stream, revision, id, type, version, data, metadata, at, hash)
        values (last_position, w_stream[v], actual, e_id[e], e_type[e], e_version[e], e_data[e], c_metadata[c], now_at, last_hash);
        e := e + 1;
      end loop;
      if actuals[v - w_first + 1] < 0 then
        insert into eventstore.streams (stream, revision) values (w_stream[v], actual);
      else
        update eventstore.streams t set revision = actual where t.stream = w_stream[v];
      end if;
      written := written || jsonb_build_object(w_stream[v], actual);
    end loop;
    insert into eventstore.commands (id, input_hash, position, revisions, result)
    values (c_id[c], c_input[c], last_position, written::text, c_result[c]);
    return query select 'written', null::text, null::integer, last_position, written::text, c_result[c];
  end loop;

  if last_position > first_position then
    perform pg_notify('${LOG_CHANNEL}', last_position::text);
  end if;
end $$;
`;
