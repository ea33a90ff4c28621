import { useState } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import { useTargetProject } from '#renderer/model/projects/chosenProject.ts'
import { newSample } from '#renderer/model/servers/sampleServer.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** Adds the sample server; by default to the project that new servers go to. */
export function useSample(projectId?: string) {
  const actions = useServerActions()
  const attempt = useAttempt()
  const { data: servers = [] } = useServers()
  const target = useTargetProject()
  const [busy, setBusy] = useState(false)
  /** Resolves with null, after a message, if the server could not be added. */
  const add = async (): Promise<ServerSnapshot | null> => {
    setBusy(true)
    let added: ServerSnapshot | null = null
    await attempt('Could not add the sample server', async () => {
      added = await actions.add(newSample(servers, projectId ?? target?.id))
    })
    setBusy(false)
    return added
  }
  return { add, busy }
}
