/** Converts between units of the same kind. Pure. */

/** The size of each unit in the base unit of its kind: a kilometer has 1000 meters. */
const units = {
  m: { kind: 'length', size: 1 },
  km: { kind: 'length', size: 1000 },
  mi: { kind: 'length', size: 1609.344 },
  ft: { kind: 'length', size: 0.3048 },
  kg: { kind: 'weight', size: 1 },
  lb: { kind: 'weight', size: 0.45359237 },
  '°C': { kind: 'temperature', size: 1 },
  '°F': { kind: 'temperature', size: 5 / 9 },
} as const

export type Unit = keyof typeof units
export const unitNames = Object.keys(units) as readonly Unit[]

const significantDigits = 10

export function isUnit(text: unknown): text is Unit {
  return unitNames.some((unit) => unit === text)
}

/** The value in the other unit; null if the units measure different things. */
export function converted(value: number, from: Unit, to: Unit): number | null {
  if (units[from].kind !== units[to].kind) return null
  const inBase = (value - zeroOf(from)) * units[from].size
  return Number((inBase / units[to].size + zeroOf(to)).toPrecision(significantDigits))
}

/** The value at which the unit's scale begins: for temperatures, the freezing point of water. */
function zeroOf(unit: Unit): number {
  return unit === '°F' ? 32 : 0
}
