/** Makes a value at its first use. For schemas that a start does not need: building one takes longer than using it. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}
