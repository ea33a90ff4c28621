/** A statement takes a limited number of parameters. */
export function chunks<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.ceil(items.length / most)
  return Array.from({ length: count }, (_, index) => items.slice(index * most, (index + 1) * most))
}
