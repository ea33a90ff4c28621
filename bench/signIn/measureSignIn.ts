/** One measurement of calls to a signed-in remote server, next to the same server with a static header. */
import { fileURLToPath } from 'node:url'
import type { Workspace } from '#bench/machine/workspace'

export interface SignInFigures {
  readonly staticP50Ms: number
  readonly staticP99Ms: number
  readonly signedP50Ms: number
  readonly signedP99Ms: number
}

export interface SignInPlan {
  readonly warmUpCalls: number
  readonly calls: number
}

const deadlineMs = 60_000

export async function measureSignIn(plan: SignInPlan, workspace: Workspace): Promise<SignInFigures> {
  const script = (name: string) => fileURLToPath(import.meta.resolve(`#bench/signIn/${name}`))
  const folder = await workspace.makeFolder()
  const remote = workspace.start({ args: [script('remoteProcess')], folder })
  try {
    const url = JSON.parse(await remote.waitForLine(/^\{"url":(.*)\}$/, deadlineMs)) as string
    const args = [script('signInProcess'), url, String(plan.warmUpCalls), String(plan.calls)]
    const running = workspace.start({ args, folder })
    try {
      return JSON.parse(await running.waitForLine(/^\{"figures":(.*)\}$/, deadlineMs)) as SignInFigures
    } finally {
      await running.end()
    }
  } finally {
    await remote.end()
  }
}
