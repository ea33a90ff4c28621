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

/** For a version as in `process.versions.v8`: V8 complains on stderr of a flag that it does not know. */
export function memoryFlags(version: string): readonly string[] {
  return version.startsWith(`${whereKnown.major}.`) ? [everywhere, alone, whereKnown.flag] : [everywhere, alone]
}

/** What takes them back. */
export function usualFlags(version: string): readonly string[] {
  return memoryFlags(version).map((flag) => flag.replace(/^--no-/, '--'))
}
