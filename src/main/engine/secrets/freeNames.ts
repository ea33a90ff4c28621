/** Makes names that a reference can contain and that are not taken. Pure, except that each name is given only once. */

/**
 * Adds numbers to equal names. The numbers continue where they stopped, because trying all numbers again for each of
 * many equal names would be slow.
 */
export function createFreeNames(taken: Pick<Set<string>, 'has'>): (wanted: string) => string {
  const numbers = new Map<string, number>()
  const given = new Set<string>()
  return (wanted) => {
    const plain = wanted.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 190)
    let number = numbers.get(plain) ?? 1
    let name = number === 1 ? plain : `${plain}-${number}`
    while (given.has(name) || taken.has(name)) name = `${plain}-${(number += 1)}`
    numbers.set(plain, number)
    given.add(name)
    return name
  }
}
