/**
 * The tables as queries see them, the same on both databases: flags are 0 or 1, times are epoch milliseconds, JSON is
 * text. Enumerations repeat the contract's values on purpose. A new value needs a migration first, and code that stores
 * it does not compile until it is listed here.
 */
import type { ColumnType } from 'kysely'
import type { ClientSettings } from '#contract/clients/access'
import type { Message } from '#contract/chat/chat'

type Flag = ColumnType<number, boolean, boolean>

interface ProjectsTable {
  id: string
  name: string
  naming: 'override' | 'prefix-on-conflict' | 'prefix-always'
  prefix: string
  start: 'lazy' | 'eager' | 'strict'
  instructions: string
  file: string | null
  /** JSON. */
  former_names: string
}

interface ProductsTable {
  id: string
  name: string
  version: string
  manifest: string
  created_at: number
}

export interface DefinitionsTable {
  id: string
  slug: string
  /** JSON. */
  former_slugs: ColumnType<string, string | undefined, string>
  name: string
  description: string
  transport: 'stdio' | 'http' | 'sse' | 'container'
  config: string
  position: number
  labels: string
  concurrency: number
  restart: 'on-failure' | 'always' | 'never'
  timeout_ms: number
  sessions: 'auto' | 'shared' | 'project' | 'dedicated'
  asks_callers: Flag
  trusted: Flag
  retry: 'never' | 'read-only'
  idle_stop_ms: number | null
  created_at: number
  updated_at: number
}

/** A server in a project. Columns copied from the definition are written with it and never read here. */
export interface PairsTable {
  id: string
  server_id: string
  project_id: string
  product_id: string | null
  slug: string
  name: string
  description: string
  transport: 'stdio' | 'http' | 'sse' | 'container'
  config: string
  enabled: Flag
  group: string | null
  file_switches: string | null
  created_at: number
  updated_at: number
}

/** A hosted server's container. `image` and `config` are copied from the definition and never read here. */
export interface WorkspacesTable {
  id: string
  container_type: 'mcp_server'
  server_id: string
  status: 'creating' | 'ready' | 'error'
  image: string
  config: string
  provider: string | null
  container_id: string | null
  generation: number
  restart_count: number
  /** JSON. */
  last_crash: string | null
  owner: string | null
  lease_until: number
  created_at: number
  updated_at: number
}

/** A row can outlive its server, because it names an item that must still be removed from the vault. */
interface SignInsTable {
  server_id: string
  /** The engine whose own vault contains the item. Empty: the shared vault. */
  vault: string
  item: string
  generation: number
  /** The newest generation whose refresh token may have been used. 0: none. */
  spent: number
  holder: string | null
  holder_until: number
  updated_at: number
}

/** Each row is a tool that a project has switched off. */
interface ToolTogglesTable {
  pair_id: string
  tool_name: string
}

/** Each row is a tool to which a project gave its own name or description. */
interface ToolNamesTable {
  pair_id: string
  tool_name: string
  own_name: string | null
  own_description: string | null
}

interface ErasTable {
  server_id: string
  launched_for: string
  era: 'legacy' | 'modern'
  checked_at: number
}

interface ListingsTable {
  server_id: string
  launched_for: string
  kind: string
  listing: string
  listed_at: number
}

/** The names of secrets. Their values are in the vault. */
interface SecretsTable {
  project_id: string
  name: string
  server_id: string | null
  updated_at: number
}

/** Values sealed by an engine that has the key. One row describes how the key is made. */
interface VaultItemsTable {
  name: string
  sealed: string
  updated_at: number
}

interface SettingsTable {
  key: string
  value: string
}

export interface RunsTable {
  id: string
  /** The engine whose data folder contains the full text of large results. */
  engine: string
  kind: 'chat' | 'client' | 'person'
  client_name: string | null
  client_version: string | null
  started_at: number
  last_call_at: number
}

export interface CallsTable {
  id: string
  run_id: string
  project_id: string | null
  server: string | null
  tool_name: string | null
  public_name: string
  status: 'running' | 'succeeded' | 'failed' | 'cancelled'
  is_error: Flag
  error_code: string | null
  error_message: string | null
  started_at: number
  duration_ms: number | null
  arguments_bytes: number
  result_bytes: number
  whole_arguments: Flag
  whole_result: Flag
  dropped_before: number
  edited: Flag
  arguments: string
  result: string | null
}

export interface ConversationsTable {
  id: string
  project_id: string
  title: string
  pinned: Flag
  model: string | null
  settings: string
  draft: string
  next_message: string
  leaf_id: string | null
  is_running: Flag
  run_engine: string | null
  run_until: number
  run_claims: number
  revision: number
  usage: string
  created_at: number
  updated_at: number
}

export interface ConversationMessagesTable {
  id: string
  conversation_id: string
  parent_id: string | null
  position: number
  role: Message['role']
  status: Message['status']
  model: string | null
  steps: string
  created_at: number
}

export interface ConversationBlocksTable {
  message_id: string
  position: number
  step: number
  is_complete: Flag
  words: string
  body: string
}

export interface ConversationAttachmentsTable {
  id: string
  conversation_id: string
  name: string
  media_type: string
  bytes: number
  created_at: number
}

interface ClientsTable {
  id: string
  name: string
  kind: ClientSettings['kind']
  project_id: string | null
  choice: string
  approval: ClientSettings['approval']
  calls_per_minute: number | null
  concurrency: number | null
  max_name_length: number
  search: Flag
  created_at: number
}

interface ClientTokensTable {
  id: string
  client_id: string
  digest: string
  created_at: number
  last_used_at: number | null
}

export interface DecisionsTable {
  id: string
  effect: 'allow' | 'deny'
  server_id: string
  tool_name: string
  scope: 'conversation' | 'project' | 'always'
  project_id: string | null
  conversation_id: string | null
  pattern: string | null
  fingerprint: string | null
  definition: string | null
  decided_at: number
}

interface FirstUsesTable {
  server_id: string
  launched_for: string
  tool_name: string
  fingerprint: string
  definition: string
  used_at: number
}

interface MigrationTable {
  name: string
  applied_at: number
}

export interface Tables {
  projects: ProjectsTable
  products: ProductsTable
  mcp_servers: DefinitionsTable
  project_mcp_servers: PairsTable
  agent_workspaces: WorkspacesTable
  sign_ins: SignInsTable
  server_tool_toggles: ToolTogglesTable
  server_tool_names: ToolNamesTable
  server_eras: ErasTable
  server_listings: ListingsTable
  secrets: SecretsTable
  vault_items: VaultItemsTable
  agent_runs: RunsTable
  agent_run_tool_calls: CallsTable
  tool_decisions: DecisionsTable
  tool_first_uses: FirstUsesTable
  settings: SettingsTable
  conversations: ConversationsTable
  conversation_messages: ConversationMessagesTable
  conversation_blocks: ConversationBlocksTable
  conversation_attachments: ConversationAttachmentsTable
  clients: ClientsTable
  client_tokens: ClientTokensTable
  migration: MigrationTable
}
