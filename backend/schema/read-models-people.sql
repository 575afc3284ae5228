-- Read models of people: identity, compliance, notifications.

create table read_models.persons (
  wallet          text    primary key,
  user_type       text    not null,
  kyc_status      text    not null,
  investor_status text    not null,
  landlord_status text    not null,
  first_seen      text    not null,
  last_seen       text    not null,
  -- By an admin.
  suspended       boolean not null default false
);
create index persons_seen on read_models.persons (last_seen desc, wallet);

create table read_models.kyc_documents (
  id          uuid    primary key,
  wallet      text    not null,
  kind        text    not null,
  bytes       integer not null,
  media_type  text    not null,
  uploaded_at text    not null,
  scan        text    not null default 'unscanned'
);
create index kyc_documents_wallet on read_models.kyc_documents (wallet);

-- Verifications with providers.
create table read_models.verifications (
  external_id text primary key,
  provider    text not null,
  provider_id text not null,
  wallet      text not null,
  role        text not null,
  status      text not null,
  started_at  text not null
);
create unique index verifications_provider_id on read_models.verifications (provider, provider_id);
create index verifications_wallet on read_models.verifications (wallet);

create table read_models.erasures (
  wallet         text    primary key,
  requested_at   text,
  -- When an erasure is carried out that can still be stopped.
  erases_at      text,
  erased_at      text,
  retained_until text,
  redactions     integer not null
);

create table read_models.compliance_cases (
  id          text primary key,
  wallet      text not null,
  user_role   text not null,
  kind        text not null,
  risk        text not null,
  reason      text not null,
  state       text not null,
  score       double precision,
  opened_at   text not null,
  promise_by  text not null,
  assignee    text,
  proposed_by text,
  decision    text,
  decided_by  text,
  decided_at  text
);
create index compliance_cases_queue on read_models.compliance_cases (state, promise_by, opened_at, id);
create index compliance_cases_wallet on read_models.compliance_cases (wallet);

-- Who is screened again when a new list arrives. New hits are distinguished from known ones by pair, because the best
-- score is not enough.
create table read_models.screened_persons (
  wallet  text    primary key,
  waiting boolean not null,
  hits    jsonb   not null default '{}'
);

-- Notifications: their recipients, what each waits for and when that is done. Some concern no property.
create table read_models.notifications (
  seq             bigint  primary key,
  notification_id text    not null,
  property_id     integer,
  property_name   text,
  owner           text    not null,
  audience        text[]  not null,
  except_wallet   text,
  kind            text    not null,
  at              text    not null,
  date            text    not null,
  about           text,
  amount          numeric,
  missing         numeric,
  subject         text,
  open            boolean not null default false,
  until           text,
  ref             text,
  detail          text
);
create index notifications_owner on read_models.notifications (owner, seq);
create index notifications_property on read_models.notifications (property_id, seq);
create index notifications_id on read_models.notifications (notification_id);
create index notifications_waiting on read_models.notifications (owner, seq) where open;
create index notifications_subject on read_models.notifications (subject);
create index notifications_office on read_models.notifications (seq) where audience && array['admins', 'compliance'];

create table read_models.notification_subjects (
  key   text  primary key,
  about jsonb not null
);

-- The holders who can see some of the notifications.
create table read_models.property_holders (
  property_id integer not null,
  wallet      text    not null,
  since       bigint  not null default 0,
  primary key (property_id, wallet)
);
create index property_holders_wallet on read_models.property_holders (wallet);
