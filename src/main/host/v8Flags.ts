/** V8 flags that reduce memory and processor time. Pure. */

/**
 * V8 predicts by allocation site whether objects will live long. For a gateway it predicts wrongly: parts of every call
 * end up in the old generation, where only a full collection finds them.
 */
const everywhere = '--no-allocation-site-pretenuring'

/**
 * The memory that the compiler used for a finished function waits until a background thread frees it. Under load no
 * thread has time for that, and the process keeps 15 MB.
 */
const whereKnown = { major: '13', flag: '--no-maglev-destroy-on-background' }

/** Each call leaves few live objects. Waking four more threads to collect them costs more time than it saves. */
const alone = '--no-parallel-scavenge'

/**
 * While servers start, they need the processor, so garbage of the start is collected a little later. This saves a tenth
 * of the engine's processor time.
 */
const later = ['--no-incremental-marking']

/** How long servers are assumed to be starting. By then most of the code has run. */
export const startingMs = 3_000

const isKnown = (version: string) => version.startsWith(`${whereKnown.major}.`)

/** `version` is as in `process.versions.v8`. V8 complains on stderr about flags that it does not know. */
function servingOnly(version: string): readonly string[] {
  return isKnown(version) ? [everywhere, alone, whereKnown.flag] : [everywhere, alone]
}

export function startingFlags(version: string): readonly string[] {
  return isKnown(version) ? [...servingOnly(version), ...later] : servingOnly(version)
}

/** The flags once the servers have started. */
export function servingFlags(version: string): readonly string[] {
  return isKnown(version) ? [...servingOnly(version), ...later.map(takenBack)] : servingOnly(version)
}

/** The flags that reset V8 to its defaults. */
export function usualFlags(version: string): readonly string[] {
  return startingFlags(version).map(takenBack)
}

function takenBack(flag: string): string {
  return flag.replace(/^--no-/, '--')
}
