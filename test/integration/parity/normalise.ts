/** Removes from an output only what differs between two hosts or two moments. */

interface Own {
  readonly dataFolder: string
  readonly url: string | null
}

const numbersOfTheMoment = new Set([
  'pid',
  'since',
  'at',
  'retryAt',
  'startedAt',
  'durationMs',
  'installedAt',
  'askedAt',
  'expiresAt',
  'decidedAt',
  'createdAt',
  'updatedAt',
  'lastUsedAt',
])

/** Matches an id. The ids of calls and runs contain the time, and all others are random. */
const idOfTheMoment = /^(?:0[0-9a-z]{19}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Matches the value that stands for consent, which depends on paths that differ. */
const consent = /^[\w-]{43}$/
const backupTime = /(?<=switchboard-backup-)[\dT-]+/g

const madeToken = /^swb_[\w-]{43}$/

export function normalise(value: unknown, own: Own): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (numbersOfTheMoment.has(key) && typeof inner === 'number') return 0
    if (key === 'state' && isMoving(inner)) return 'not ready'
    if (typeof inner === 'string' && idOfTheMoment.test(inner)) return '<id>'
    if (key === 'consent' && typeof inner === 'string' && consent.test(inner)) return '<consent>'
    if (key === 'backup' && typeof inner === 'string') return inner.replace(backupTime, '<time>')
    if (typeof inner === 'string' && madeToken.test(inner)) return '<token>'
    return inner
  })
  if (text === undefined) return undefined
  const ownTexts = [own.dataFolder, own.url].filter((each) => each !== null)
  return JSON.parse(ownTexts.reduce((rest, each, index) => rest.replaceAll(each, `<own ${index}>`), text))
}

/** Returns whether the state is any but `ready`. How far a start or a stop has come depends on milliseconds. */
function isMoving(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'kind' in state && state.kind !== 'ready'
}
