/** Computes a changed launch, and decides whether the connection survives the change. Pure. */
import { AppError } from '#contract/errors'
import { type Launch, type LaunchChange, launch as launchSchema } from '#contract/servers/server'
import { hasAddress, hasProcess, isContainer } from '#contract/servers/transports'
import { sessionFacts } from '#engine/policies/sessionFacts'
import { keptSignIn } from '#engine/secrets/signInSecrets'
import { keptArguments, shownUrl } from '#engine/secrets/shownLaunch'
import { inOwnNotation } from '#engine/secrets/otherNotations'
import type { ServerDefinition } from '#engine/store/servers/serverRow'

/** The new launch. Values that the author of the change could not see are taken from the old one. */
export function changedLaunch(before: Launch, change: LaunchChange): Launch {
  if (isContainer(before))
    throw new AppError(
      'INVALID_INPUT',
      'launch: this server runs in a container. To run something else, remove the server and host it again.',
    )
  if (hasProcess(change)) {
    const values = hasProcess(before) ? before.env : {}
    const args = keptArguments(change.args, before)
    return inOwnNotation(launchSchema.parse({ ...change, args, env: withKept(change.env, values, 'env') }))
  }
  const values = hasAddress(before) ? before.headers : {}
  const isAsShown = hasAddress(before) && change.url === shownUrl(before.url)
  const url = isAsShown ? before.url : change.url
  const headers = withKept(change.headers, values, 'headers')
  const auth = change.auth === undefined ? {} : { auth: keptSignIn(change.auth, hasAddress(before) ? before.auth : {}) }
  return inOwnNotation(launchSchema.parse({ ...change, url, headers, ...auth }))
}

function withKept(
  given: Readonly<Record<string, string | null>>,
  values: Readonly<Record<string, string>>,
  part: string,
): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]) => {
    const kept = value ?? (Object.hasOwn(values, name) ? values[name] : undefined)
    if (kept === undefined)
      throw new AppError('INVALID_INPUT', `launch.${part}.${name}: there is no stored value to keep, so enter one`)
    return [name, kept] as const
  })
  return Object.fromEntries(entries)
}

/** Whether the launch differs, or the same launch now belongs to another process. */
export function needsNewConnection(before: ServerDefinition, after: ServerDefinition): boolean {
  const isMovedTo =
    sessionFacts[after.sessions].joinsOtherServers &&
    (['restart', 'concurrency'] as const).some((key) => before[key] !== after[key])
  return before.sessions !== after.sessions || isMovedTo || !isSameLaunch(before, after)
}

export function isSameLaunch(
  before: Pick<ServerDefinition, 'launch'>,
  after: Pick<ServerDefinition, 'launch'>,
): boolean {
  return JSON.stringify(before.launch) === JSON.stringify(after.launch)
}
