/** Plans an installation. A pure function of the manifest and the existing servers. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '#engine/policies/canonicalJson'
import type { ProductChange } from '#contract/product'
import type { Launch, LaunchPreview, NewServer } from '#contract/servers/server'
import type { Manifest } from '#engine/products/manifest'
import { secretChanges } from '#engine/products/secretChanges'
import type { KeptLaunch } from '#engine/secrets/receivedSecrets'
import type { ToolSwitches, WholeServer } from '#engine/store/servers/change'
import { joined, type ServerDefinition, type ServerRow } from '#engine/store/servers/serverRow'

export interface ProductPlan {
  readonly changes: readonly ProductChange[]
  readonly added: readonly AddedServer[]
  readonly updated: readonly { readonly definition: ServerDefinition; readonly server: NewServer }[]
  readonly removed: readonly ServerRow[]
  readonly problems: readonly string[]
  /** Equal for plans that do the same. */
  readonly consent: string
}

export interface AddedServer {
  readonly server: NewServer
  readonly switches: ToolSwitches
  /** The existing server, if the product brought it to another project before; null if the server is new. */
  readonly known: ServerDefinition | null
}

export interface PlanParts {
  /** The manifest's launch of this server with its secrets in the vault. Null if that was not computed. */
  readonly foreseen: (definition: ServerDefinition) => KeptLaunch | null
  /** A launch as shown to a person who approves it. */
  readonly previewOf: (launch: Launch) => LaunchPreview
}

export function planInstallation(
  manifest: Manifest,
  projectId: string,
  servers: readonly WholeServer[],
  { foreseen, previewOf }: PlanParts,
): ProductPlan {
  const ofProduct = new Map(servers.filter(isOf(manifest.id)).map((one) => [one.definition.name, one]))
  const inProject = servers.flatMap((one) => pairsIn(projectId, one))
  const own = new Map(inProject.filter((row) => row.productId === manifest.id).map((row) => [row.name, row]))
  const others = new Set(inProject.filter((row) => row.productId !== manifest.id).map((row) => row.name))
  const changes: ProductChange[] = []
  const added: AddedServer[] = []
  const updated: ProductPlan['updated'][number][] = []
  const problems = [...manifest.problems]
  for (const { entry, server } of manifest.servers) {
    if (server === null) continue
    const { name } = server
    const isThere = own.delete(name)
    const known = ofProduct.get(name)
    const definition = known?.definition ?? null
    const after = (definition && foreseen(definition)) ?? { launch: server.launch, newValues: new Set() }
    const isSame = definition !== null && isAsBefore(definition, server.description, after)
    if (definition !== null && !isSame) updated.push({ definition, server })
    if (!isThere) {
      if (others.has(name)) problems.push(`${name}: the project already has a server with this name`)
      const switches = { switchedOff: new Set(entry.disabledTools), own: entry.ownTools }
      added.push({ server, switches, known: definition })
    }
    // The manifest's values are compared as they would be stored, and shown as written.
    const before = definition === null || isSame ? null : previewOf(definition.launch)
    const isShownSame = before === null || canonicalJson(before) === canonicalJson(previewOf(after.launch))
    changes.push({
      name,
      action: isThere ? (isSame ? 'keep' : 'update') : 'add',
      launch: previewOf(server.launch),
      before: isShownSame ? null : before,
      secrets: secretChanges(definition?.launch ?? null, after),
      alsoIn: known === undefined || isSame ? [] : otherProjects(projectId, known),
    })
  }
  const removed = [...own.values()]
  for (const row of removed)
    changes.push({
      name: row.name,
      action: 'remove',
      launch: previewOf(row.launch),
      before: null,
      secrets: [],
      alsoIn: [],
    })
  const consent = createHash('sha256')
    .update(JSON.stringify([projectId, manifest.source, changes]))
    .digest('base64url')
  return { changes, added, updated, removed, problems, consent }
}

function isOf(productId: string): (server: WholeServer) => boolean {
  return ({ pairs }) => pairs.some(({ pair }) => pair.productId === productId)
}

function pairsIn(projectId: string, { definition, pairs }: WholeServer): ServerRow[] {
  return pairs.filter(({ pair }) => pair.projectId === projectId).map(({ pair }) => joined(definition, pair, null))
}

function otherProjects(projectId: string, { pairs }: WholeServer): string[] {
  return pairs.map(({ pair }) => pair.projectId).filter((id) => id !== projectId)
}

/** The product owns only these two fields. All others belong to the owner once a server is installed. */
function isAsBefore(before: ServerDefinition, description: string | null, { launch, newValues }: KeptLaunch): boolean {
  // A database may return an object's keys in another order.
  if (newValues.size > 0 || before.description !== description) return false
  return canonicalJson(before.launch) === canonicalJson(launch)
}
