/** One item of a vault that cannot be read, while the vault itself can be used: to set the item again mends it. */
import { AppError } from '#contract/errors'
import { isObject } from '#contract/jsonRpc/jsonObject'

export function damagedItem(what: string, problem = 'is damaged, or was changed by something else'): AppError {
  return new AppError('VAULT_UNAVAILABLE', `${what} ${problem}. Set the secret again.`, { data: { damaged: true } })
}

export function isDamagedItem(thrown: unknown): boolean {
  return thrown instanceof AppError && isObject(thrown.data) && thrown.data['damaged'] === true
}
