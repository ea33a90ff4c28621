/** V8 flags that reduce memory and processor time. Pure. */

/**
 * V8 predicts by allocation site whether objects will live long. For a gateway it predicts wrongly: parts of every call
 * end up in the old generation, where only a full collection finds them.
 */
const everywhere = '--no-allocation-site-pretenuring'

/** Each call leaves few live objects. Waking four more threads to collect them costs more time than it saves. */
const alone = '--no-parallel-scavenge'

/** The major version of V8 for which the flags below were measured. */
const measuredMajor = '13'

/**
 * The memory that the compiler used for a finished function waits until a background thread frees it. Under load no
 * thread has time for that, and the process keeps 15 MB.
 */
const freed = '--no-maglev-destroy-on-background'

/**
 * While servers start, they need the processor, so garbage of the start is collected a little later. This saves a tenth
 * of the engine's processor time.
 */
const later = '--no-incremental-marking'

/**
 * Every call passes the same many small functions. If V8 may compile more of them as one, a call takes a twentieth less
 * processor time. Each flag has the value that resets it.
 */
const inlined: Readonly<Record<string, string>> = {
  '--max-inlined-bytecode-size=920': '--max-inlined-bytecode-size=460',
  '--max-inlined-bytecode-size-cumulative=3680': '--max-inlined-bytecode-size-cumulative=920',
  '--max-maglev-inlined-bytecode-size-cumulative=1840': '--max-maglev-inlined-bytecode-size-cumulative=920',
}

/** How long servers are assumed to be starting. By then most of the code has run. */
export const startingMs = 3_000

/** `version` is as in `process.versions.v8`. V8 complains on stderr about flags that it does not know. */
export function startingFlags(version: string): readonly string[] {
  return isMeasured(version) ? [everywhere, alone, freed, later] : [everywhere, alone]
}

/** The flags once the servers have started. Compiling larger functions earlier would delay them. */
export function servingFlags(version: string): readonly string[] {
  return isMeasured(version)
    ? [everywhere, alone, freed, reset(later), ...Object.keys(inlined)]
    : startingFlags(version)
}

/** The flags that reset V8 to its defaults. */
export function usualFlags(version: string): readonly string[] {
  return [...new Set([...startingFlags(version), ...servingFlags(version)].map(reset))]
}

function isMeasured(version: string): boolean {
  return version.startsWith(`${measuredMajor}.`)
}

/** What is the default already stays as it is. */
function reset(flag: string): string {
  return inlined[flag] ?? flag.replace(/^--no-/, '--')
}
