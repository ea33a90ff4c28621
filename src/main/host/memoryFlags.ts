/** How V8 is told to use less memory and processor time. Pure. */

/**
 * V8 guesses from where objects were made whether they will live long. For a gateway it guesses wrong: parts of every call
 * end among the long-lived, where only a full collection finds them.
 */
const everywhere = '--no-allocation-site-pretenuring'

/**
 * What the compiler used for a function that it is done with waits for a thread that has time to give it back; under load
 * there is none, and it comes to 15 MB, which stay with the process.
 */
const whereKnown = { major: '13', flag: '--no-maglev-destroy-on-background' }

/**
 * Each call leaves little that is still alive: four more threads that are woken to look for it take more time than they save.
 */
const alone = '--no-parallel-scavenge'

/**
 * While its servers start, all of them want the processor, and what the start leaves behind can be collected a little later: a
 * tenth of the engine's processor time.
 */
const later = ['--no-incremental-marking']

/** The longest that servers are taken to be starting, which is also when most of the code has run. */
export const startingMs = 3_000

const isKnown = (version: string) => version.startsWith(`${whereKnown.major}.`)

/** For a version as in `process.versions.v8`: V8 complains on stderr of a flag that it does not know. */
function servingOnly(version: string): readonly string[] {
  return isKnown(version) ? [everywhere, alone, whereKnown.flag] : [everywhere, alone]
}

export function startingFlags(version: string): readonly string[] {
  return isKnown(version) ? [...servingOnly(version), ...later] : servingOnly(version)
}

/** Once the servers have started. */
export function servingFlags(version: string): readonly string[] {
  return isKnown(version) ? [...servingOnly(version), ...later.map(takenBack)] : servingOnly(version)
}

/** As V8 was before any of it. */
export function usualFlags(version: string): readonly string[] {
  return startingFlags(version).map(takenBack)
}

function takenBack(flag: string): string {
  return flag.replace(/^--no-/, '--')
}
