/** All migrations, in the order in which they run. */
import { projectsAndServers } from '#engine/store/migrations/0001-projectsAndServers'
import { secretNames } from '#engine/store/migrations/0002-secretNames'
import { toolCalls } from '#engine/store/migrations/0003-toolCalls'
import { serverBehaviour } from '#engine/store/migrations/0004-serverBehaviour'
import { decisions } from '#engine/store/migrations/0005-decisions'
import { clients } from '#engine/store/migrations/0006-clients'
import { conversations } from '#engine/store/migrations/0007-conversations'
import { projectInstructions } from '#engine/store/migrations/0009-projectInstructions'
import { conversationOwners } from '#engine/store/migrations/0010-conversationOwners'
import { changeNotices } from '#engine/store/migrations/0012-changeNotices'
import { fileSwitches } from '#engine/store/migrations/0013-fileSwitches'
import { projectFormerNames } from '#engine/store/migrations/0014-projectFormerNames'
import { serverDefinitions } from '#engine/store/migrations/0015-serverDefinitions'
import { vaultItems } from '#engine/store/migrations/0016-vaultItems'
import { firstUsesByLaunch } from '#engine/store/migrations/0017-firstUsesByLaunch'
import { hostedServers } from '#engine/store/migrations/0018-hostedServers'
import { signIns } from '#engine/store/migrations/0019-signIns'
import { nextMessages } from '#engine/store/migrations/0020-nextMessages'
import { callDurations } from '#engine/store/migrations/0021-callDurations'
import type { Migration } from '#engine/store/migrations/migration'

export const migrations: readonly Migration[] = [
  projectsAndServers,
  secretNames,
  toolCalls,
  serverBehaviour,
  decisions,
  clients,
  conversations,
  projectInstructions,
  conversationOwners,
  changeNotices,
  fileSwitches,
  projectFormerNames,
  serverDefinitions,
  vaultItems,
  firstUsesByLaunch,
  hostedServers,
  signIns,
  nextMessages,
  callDurations,
]
