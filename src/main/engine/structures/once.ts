/**
 * Makes a value at its first use. Used for schemas that are not needed at the start: building one takes longer than
 * using it.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}
