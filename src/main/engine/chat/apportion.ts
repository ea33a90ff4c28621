/** Splits a whole number into whole shares that add up to exactly that number. Pure. */

/** Splits `total` in proportion to `weights`. Units lost to rounding go to the shares that lost the most. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((known, weight) => known + weight, 0)
  if (sum === 0) return weights.map((_weight, index) => (index === 0 ? total : 0))
  const exact = weights.map((weight) => (total * weight) / sum)
  const shares = exact.map(Math.floor)
  const left = total - shares.reduce((known, share) => known + share, 0)
  const byLoss = exact
    .map((share, index) => ({ index, loss: share - Math.floor(share) }))
    .sort((one, other) => other.loss - one.loss)
  for (const { index } of byLoss.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
