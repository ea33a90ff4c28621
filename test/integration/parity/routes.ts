/** Every route of the contract, read from the contract itself: `servers.add`, `tools.call`, … */
import { isContractProcedure } from '@orpc/contract'
import { contract } from '#contract/contract'

export const routes: readonly string[] = namesIn(contract, [])

function namesIn(part: unknown, path: readonly string[]): string[] {
  if (isContractProcedure(part)) return [path.join('.')]
  return Object.entries(Object(part) as Record<string, unknown>).flatMap(([name, inner]) =>
    namesIn(inner, [...path, name]),
  )
}
