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
const freed = '--no-maglev-destroy-on-background'

/**
 * A call passes many small functions, which other calls pass in the same order. If V8 may put more of them into one, a
 * call takes a twentieth less processor time.
 */
const inlined = [
  { flag: '--max-inlined-bytecode-size', value: 920, usual: 460 },
  { flag: '--max-inlined-bytecode-size-cumulative', value: 3_680, usual: 920 },
  { flag: '--max-maglev-inlined-bytecode-size-cumulative', value: 1_840, usual: 920 },
]
const usualByFlag = new Map(inlined.map(({ flag, value, usual }) => [`${flag}=${value}`, `${flag}=${usual}`]))

/** The major version of V8 for which the other flags were measured. */
const measuredMajor = '13'

/** Each call leaves few live objects. Waking four more threads to collect them costs more time than it saves. */
const alone = '--no-parallel-scavenge'

/**
 * While servers start, they need the processor, so garbage of the start is collected a little later. This saves a tenth
 * of the engine's processor time.
 */
const later = ['--no-incremental-marking']

/** How long servers are assumed to be starting. By then most of the code has run. */
export const startingMs = 3_000

const isMeasured = (version: string) => version.startsWith(`${measuredMajor}.`)

/** `version` is as in `process.versions.v8`. V8 complains on stderr about flags that it does not know. */
function servingOnly(version: string): readonly string[] {
  return isMeasured(version) ? [everywhere, alone, freed, ...usualByFlag.keys()] : [everywhere, alone]
}

export function startingFlags(version: string): readonly string[] {
  return isMeasured(version) ? [...servingOnly(version), ...later] : servingOnly(version)
}

/** The flags once the servers have started. */
export function servingFlags(version: string): readonly string[] {
  return isMeasured(version) ? [...servingOnly(version), ...later.map(takenBack)] : servingOnly(version)
}

/** The flags that reset V8 to its defaults. */
export function usualFlags(version: string): readonly string[] {
  return startingFlags(version).map(takenBack)
}

function takenBack(flag: string): string {
  return usualByFlag.get(flag) ?? flag.replace(/^--no-/, '--')
}
