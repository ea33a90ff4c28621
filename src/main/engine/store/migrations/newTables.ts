/**
 * A new SQLite store's tables in one script, because running the migrations one by one takes several times as long. A
 * test checks that the texts equal those in `sqlite_schema` after these migrations. Later migrations run after the
 * script.
 */
export const newTables = {
  migrations: [
    '0001-projects-and-servers',
    '0002-secret-names',
    '0003-tool-calls',
    '0004-server-behaviour',
    '0005-decisions',
    '0006-clients',
    '0007-conversations',
    '0009-project-instructions',
    '0010-conversation-owners',
    '0012-change-notices',
    '0013-file-switches',
    '0014-project-former-names',
    '0015-server-definitions',
    '0016-vault-items',
    '0017-first-uses-by-launch',
    '0018-hosted-servers',
  ],
  script: `
CREATE TABLE "migration" (
      name text not null primary key,
      applied_at integer not null
    ) strict;
CREATE TABLE "projects" (
        id text not null primary key,
        name text not null,
        naming text check ("naming" in ('override', 'prefix-on-conflict', 'prefix-always')) not null,
        prefix text not null,
        start text check ("start" in ('lazy', 'eager', 'strict')) not null,
        file text, instructions text not null default '', former_names text not null default '[]',
        constraint projects_file_unique unique (file)
      ) strict;
CREATE TABLE "products" (
        id text not null primary key,
        name text not null,
        version text not null,
        manifest text not null,
        created_at integer not null
      ) strict;
CREATE TABLE "settings" (
        key text not null primary key,
        value text not null
      ) strict;
CREATE TABLE "secrets" (
        project_id text not null,
        name text not null,
        server_id text,
        updated_at integer not null,
        primary key (project_id, name)
      ) strict;
CREATE TABLE "agent_runs" (
        id text not null primary key,
        engine text not null,
        kind text check ("kind" in ('chat', 'client', 'person')) not null,
        client_name text,
        client_version text,
        started_at integer not null,
        last_call_at integer not null
      ) strict;
CREATE TABLE "agent_run_tool_calls" (
        id text not null primary key,
        run_id text not null references "agent_runs" (id) on delete cascade,
        project_id text,
        server text,
        tool_name text,
        public_name text not null,
        status text check ("status" in ('running', 'succeeded', 'failed', 'cancelled')) not null,
        is_error integer not null,
        error_code text,
        error_message text,
        started_at integer not null,
        duration_ms integer,
        arguments_bytes integer not null,
        result_bytes integer not null,
        whole_arguments integer not null,
        whole_result integer not null,
        dropped_before integer not null,
        arguments text not null,
        result text
      , edited integer not null default false) strict;
CREATE INDEX agent_run_tool_calls_run_id on "agent_run_tool_calls" (run_id);
CREATE TABLE "tool_decisions" (
        id text not null primary key,
        effect text check ("effect" in ('allow', 'deny')) not null,
        server_id text not null,
        tool_name text not null,
        scope text check ("scope" in ('conversation', 'project', 'always')) not null,
        project_id text,
        conversation_id text,
        pattern text,
        fingerprint text,
        definition text,
        decided_at integer not null
      ) strict;
CREATE TABLE "clients" (
        id text not null primary key,
        name text not null,
        kind text not null,
        project_id text,
        choice text not null,
        approval text not null,
        calls_per_minute integer,
        concurrency integer,
        max_name_length integer not null,
        search integer not null,
        created_at integer not null,
        constraint clients_name_unique unique (name)
      ) strict;
CREATE TABLE "client_tokens" (
        id text not null primary key,
        client_id text not null references "clients" (id) on delete cascade,
        digest text not null,
        created_at integer not null,
        last_used_at integer,
        constraint client_tokens_digest_unique unique (digest)
      ) strict;
CREATE TABLE "conversations" (
        id text not null primary key,
        project_id text not null,
        title text not null,
        pinned integer not null,
        model text,
        settings text not null,
        draft text not null,
        leaf_id text,
        is_running integer not null,
        usage text not null,
        created_at integer not null,
        updated_at integer not null
      , run_engine text, run_until integer not null default 0, run_claims integer not null default 0, revision integer not null default 0) strict;
CREATE TABLE "conversation_messages" (
        id text not null primary key,
        conversation_id text not null references "conversations" (id) on delete cascade,
        parent_id text,
        position integer not null,
        role text not null,
        status text not null,
        model text,
        steps text not null,
        created_at integer not null
      ) strict;
CREATE TABLE "conversation_blocks" (
        message_id text not null references "conversation_messages" (id) on delete cascade,
        position integer not null,
        step integer not null,
        is_complete integer not null,
        words text not null,
        body text not null,
        primary key (message_id, position)
      ) strict;
CREATE TABLE "conversation_attachments" (
        id text not null primary key,
        conversation_id text not null references "conversations" (id) on delete cascade,
        name text not null,
        media_type text not null,
        bytes integer not null,
        created_at integer not null
      ) strict;
CREATE INDEX conversation_messages_place on "conversation_messages" (conversation_id, position);
CREATE INDEX conversation_attachments_owner on "conversation_attachments" (conversation_id);
CREATE TABLE "mcp_servers" (
        id text not null primary key,
        slug text not null,
        former_slugs text not null default '[]',
        name text not null,
        description text not null,
        transport text check ("transport" in ('stdio', 'sse', 'http', 'container')) not null,
        config text not null,
        position integer not null,
        labels text not null,
        concurrency integer not null,
        restart text check ("restart" in ('on-failure', 'always', 'never')) not null,
        timeout_ms integer not null,
        sessions text check ("sessions" in ('auto', 'shared', 'project', 'dedicated')) not null,
        asks_callers integer not null default false,
        trusted integer not null,
        retry text check ("retry" in ('never', 'read-only')) not null,
        idle_stop_ms integer,
        created_at integer not null,
        updated_at integer not null,
        constraint mcp_servers_slug_unique unique (slug)
      ) strict;
CREATE TABLE "project_mcp_servers" (
        id text not null primary key,
        server_id text not null references "mcp_servers" (id) on delete cascade,
        project_id text not null references "projects" (id) on delete cascade,
        product_id text references "products" (id) on delete cascade,
        slug text not null,
        name text not null,
        description text not null,
        transport text check ("transport" in ('stdio', 'sse', 'http', 'container')) not null,
        config text not null,
        enabled integer not null,
        "group" text,
        file_switches text,
        created_at integer not null,
        updated_at integer not null,
        constraint project_mcp_servers_pair_unique unique (project_id, server_id),
        constraint project_mcp_servers_project_id_name_unique unique (project_id, name)
      ) strict;
CREATE TABLE "server_tool_toggles" (
        pair_id text not null references "project_mcp_servers" (id) on delete cascade,
        tool_name text not null,
        primary key (pair_id, tool_name)
      ) strict;
CREATE TABLE "server_tool_names" (
        pair_id text not null references "project_mcp_servers" (id) on delete cascade,
        tool_name text not null,
        own_name text,
        own_description text,
        primary key (pair_id, tool_name)
      ) strict;
CREATE TABLE "server_eras" (
        server_id text not null references "mcp_servers" (id) on delete cascade,
        launched_for text not null,
        era text check ("era" in ('legacy', 'modern')) not null,
        checked_at integer not null,
        primary key (server_id, launched_for)
      ) strict;
CREATE TABLE "server_listings" (
        server_id text not null references "mcp_servers" (id) on delete cascade,
        launched_for text not null,
        kind text not null,
        listing text not null,
        listed_at integer not null,
        primary key (server_id, launched_for, kind)
      ) strict;
CREATE TABLE "vault_items" (
        name text not null primary key,
        sealed text not null,
        updated_at integer not null
      ) strict;
CREATE TABLE "tool_first_uses" (
        server_id text not null,
        launched_for text not null,
        tool_name text not null,
        fingerprint text not null,
        definition text not null,
        used_at integer not null,
        primary key (server_id, launched_for, tool_name)
      ) strict;
CREATE TABLE "agent_workspaces" (
        id text not null primary key,
        container_type text check ("container_type" in ('mcp_server')) not null,
        server_id text not null references "mcp_servers" (id) on delete cascade,
        status text check ("status" in ('creating', 'ready', 'error')) not null,
        image text not null,
        config text not null,
        provider text,
        container_id text,
        generation integer not null,
        restart_count integer not null,
        last_crash text,
        owner text,
        lease_until integer not null,
        created_at integer not null,
        updated_at integer not null,
        constraint agent_workspaces_server_id_unique unique (server_id)
      ) strict;
insert into projects (id, name, naming, prefix, start, file, instructions, former_names)
values ('default', 'Default', 'prefix-on-conflict', '{server}__{tool}', 'lazy', null, '', '[]')`,
} as const
