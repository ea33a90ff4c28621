/**
 * Estimates a JSON value's memory and processing cost without serialising it. Examines a limited number of parts. Pure.
 */

const perValue = 16
/** How many parts are examined. The rest of a value is estimated from them. */
const maxValues = 256

export function roughWeight(value: unknown): number {
  return weigh(value, { values: maxValues })
}

function weigh(value: unknown, left: { values: number }): number {
  left.values -= 1
  if (typeof value === 'string') return perValue + value.length
  if (typeof value !== 'object' || value === null) return perValue
  return perValue + (Array.isArray(value) ? weighList(value, left) : weighObject(value, left))
}

function weighList(list: readonly unknown[], left: { values: number }): number {
  let weight = 0
  let looked = 0
  for (; looked < list.length && left.values > 0; looked += 1) weight += weigh(list[looked], left)
  return looked === 0 ? list.length * perValue : Math.ceil((weight * list.length) / looked)
}

function weighObject(value: object, left: { values: number }): number {
  let weight = 0
  for (const key in value) {
    if (left.values <= 0) break
    weight += key.length + weigh(Reflect.get(value, key), left)
  }
  return weight
}
