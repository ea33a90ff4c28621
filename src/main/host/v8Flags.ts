/** V8 flags that reduce memory and processor time. Pure. */

/**
 * V8 guesses by allocation site whether objects will live long. For a gateway it guesses wrong: parts of every call end
 * up in the old generation, where only a full collection finds them.
 */
const everywhere = '--no-allocation-site-pretenuring'

/**
 * Memory that the compiler used for a finished function waits for a background thread to free it. Under load no thread
 * has time, and 15 MB stay with the process.
 */
const whereKnown = { major: '13', flag: '--no-maglev-destroy-on-background' }

/** Each call leaves few live objects: waking four more threads to collect them costs more time than it saves. */
const alone = '--no-parallel-scavenge'

/**
 * While servers start, all of them need the processor; garbage of the start can be collected a little later. Saves a
 * tenth of the engine's processor time.
 */
const later = ['--no-incremental-marking']

/** How long servers are assumed to be starting; by then most of the code has run. */
export const startingMs = 3_000

const isKnown = (version: string) => version.startsWith(`${whereKnown.major}.`)

/** For a version as in `process.versions.v8`: V8 complains on stderr about a flag that it does not know. */
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

/** Resets V8 to its defaults. */
export function usualFlags(version: string): readonly string[] {
  return startingFlags(version).map(takenBack)
}

function takenBack(flag: string): string {
  return flag.replace(/^--no-/, '--')
}
